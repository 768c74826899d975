/** In the place of a server's name: one is being added. No server is called that. */
export const NEW_SERVER = '+';

/** Which server a part of its page is about. `stamp` changes when the server does. */
export interface ServerPlace {
  folder: string;
  server: string;
  stamp: string;
}
