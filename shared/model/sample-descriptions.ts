/** Descriptions that a new skill or agent begins with, in every language: as long as one of them stands there, the model is not offered it. */
export const SAMPLE_DESCRIPTIONS: ReadonlySet<string> = new Set([
  'What it does. Use when …',
  'Say here when this agent is worth starting.',
  '何をするか。どんなときに使うか',
  'このエージェントを起動するのに適した場面をここに書きます。',
]);
