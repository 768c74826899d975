/** As a `ref`: scrolls an element into sight once, when it appears or becomes the chosen one. */
export function showOnMount(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
