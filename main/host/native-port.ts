/** Native things of a windowed shell, bound to the window that asks. Shells without a window have none. */
export interface NativePort {
  chooseFolder(): Promise<string | undefined>;
  /** Only `https:` and `mailto:`; rejects with `denied` for anything else or without a recent user gesture. */
  openExternal(url: string): Promise<void>;
  revealFile(path: string): Promise<void>;
  notify(title: string, body: string): Promise<void>;
  /** Asks where to, writes, and gives the path; undefined when the person cancelled. */
  saveFile(name: string, text: string): Promise<string | undefined>;
}
