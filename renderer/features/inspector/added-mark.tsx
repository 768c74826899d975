/** The sign of a piece that is new in the call, as wide as the margin of a row; words say so beside it. */
export function AddedMark() {
  return (
    <span aria-hidden className="w-3 shrink-0 text-center font-mono font-semibold text-ok text-xs">
      +
    </span>
  );
}
