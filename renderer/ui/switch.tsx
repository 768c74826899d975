import { Switch as Radix } from 'radix-ui';

/** A named on/off control; the name may be shown beside it as well. */
export function Switch({
  name,
  checked,
  onChange,
  disabled = false,
}: {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <Radix.Root
      aria-label={name}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="inline-flex h-[18px] w-8 shrink-0 items-center rounded-full border border-line-strong bg-sunken px-0.5 disabled:opacity-45 data-[state=checked]:border-solid data-[state=checked]:bg-solid"
    >
      <Radix.Thumb className="block size-3 rounded-full bg-muted data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-solid-ink" />
    </Radix.Root>
  );
}
