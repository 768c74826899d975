/** What the preload exposes to the page as `window.vitrine`: types only, so that the preload bundles nothing. */
export interface DesktopBridge {
  /** Asks main for a message port; it arrives as a window message `{ vitrine: 'port' }` with the port attached. */
  requestPort(): void;
  /** Absolute path of a dropped file. */
  pathForFile(file: File): string;
  readonly platform: string;
}
