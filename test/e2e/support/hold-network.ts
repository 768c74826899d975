import type { Page, WebSocketRoute } from '@playwright/test';

/** Loads the page again with sockets that can be cut like a broken network, and stay cut until they are restored. */
export async function holdNetwork(page: Page): Promise<{ cut(): Promise<void>; restore(): void }> {
  const open = new Set<{ page: WebSocketRoute; server: WebSocketRoute }>();
  let down = false;
  await page.routeWebSocket(/.*/, (socket) => {
    if (down) void socket.close();
    else open.add({ page: socket, server: socket.connectToServer() });
  });
  await page.reload();
  return {
    async cut() {
      down = true;
      await Promise.all([...open].flatMap((one) => [one.server.close(), one.page.close()]));
      open.clear();
    },
    restore() {
      down = false;
    },
  };
}
