/** What each session has, made with its first command; again where that failed. */
export function createSessionSpaces<Space extends { close(): Promise<void> }>() {
  const spaces = new Map<string, Promise<Space>>();

  async function close(session: string): Promise<void> {
    const found = spaces.get(session);
    spaces.delete(session);
    await (await found?.catch(() => undefined))?.close();
  }

  return {
    get(session: string, open: () => Promise<Space>): Promise<Space> {
      const found = spaces.get(session) ?? open();
      spaces.set(session, found);
      found.catch(() => spaces.delete(session));
      return found;
    },
    close,
    async closeAll(): Promise<void> {
      await Promise.all([...spaces.keys()].map(close));
    },
  };
}
