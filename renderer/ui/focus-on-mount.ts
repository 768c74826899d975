/** As a `ref`: gives the focus to an element once, when it appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
