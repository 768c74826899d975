/** The sections of the settings, in order; each is a deep link: `#/settings?detail=<id>`. */
export const SECTIONS = ['keys', 'model', 'limits', 'appearance', 'context', 'tools', 'notifications', 'about'] as const;
export type SectionId = (typeof SECTIONS)[number];

export function sectionOf(detail: string | undefined): SectionId {
  return SECTIONS.find((section) => section === detail) ?? 'keys';
}
