/** Characters of the address of a picture that is shown: what is larger is left out. */
const MOST_CHARS = 16_384;
/** Pictures that cannot hold anything but pixels; an address that would have to be fetched is none of them. */
const DRAWN = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/;

/** The first icon of a server's list that can be drawn as it stands. */
export function pickIcon(icons: ReadonlyArray<{ src: string }> = []): string | undefined {
  return icons.map(({ src }) => src).find((src) => src.length <= MOST_CHARS && DRAWN.test(src));
}
