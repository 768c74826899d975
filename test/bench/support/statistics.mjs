export function median(values) {
  return quantile(values, 0.5);
}

/** Linear between neighbours; `q` from 0 to 1. */
export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  return low + (high - low) * (place - Math.floor(place));
}

export function describe(values, unit) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.length === 1 ? amount(values[0], unit) : `${amount(median(values), unit)} (${digits(low)}–${digits(high)})`;
}

export function amount(value, unit) {
  return `${digits(value)}${unit === '' ? '' : ` ${unit}`}`;
}

function digits(value) {
  return Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}
