import { cx } from './cx';

interface SelectProps<T extends string> {
  name: string;
  value: T;
  options: readonly { value: T; label: string; disabled?: boolean }[];
  onChange: (value: T) => void;
  className?: string;
  disabled?: boolean;
}

/** The system's own list: complete for keyboard and screen reader on every platform. */
export function Select<T extends string>({ name, value, options, onChange, className, disabled = false }: SelectProps<T>) {
  return (
    <select
      aria-label={name}
      value={value}
      disabled={disabled}
      className={cx('h-[26px] min-w-0 max-w-full rounded-md border border-line-strong bg-raised px-1.5 text-sm', className)}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled ?? false}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
