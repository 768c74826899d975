/** A small picture beside the name that says the same; nothing where there is none. */
export function SmallIcon({ src }: { src: string | undefined }) {
  return src === undefined ? undefined : <img src={src} alt="" className="size-4 shrink-0 object-contain" />;
}
