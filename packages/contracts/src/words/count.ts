const formats = new Map<number, Intl.NumberFormat>();

/** A number with commas and at most that many decimals: "2,418", "3.25". */
export function formatNumber(value: number, maximumFractionDigits: number): string {
  let format = formats.get(maximumFractionDigits);
  if (format === undefined) {
    format = new Intl.NumberFormat("en-US", { maximumFractionDigits });
    formats.set(maximumFractionDigits, format);
  }
  return format.format(value);
}

/** A whole count with commas: "2,418". */
export function formatCount(count: number): string {
  return formatNumber(Math.round(count), 0);
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** A count for axis ticks: "12K". */
export function formatCountCompact(count: number): string {
  return compact.format(count);
}

/** The form of a word that agrees with a count: plural(1, "needs", "need") is "needs". */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return count === 1 ? singular : many;
}

/** "1 customer", "2,418 customers". */
export function formatCounted(count: number, singular: string, many = `${singular}s`): string {
  return `${formatCount(count)} ${plural(count, singular, many)}`;
}

const byteUnits = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** Bytes for people, in decimal units: "1.4 MB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : trimZero(value.toFixed(1))} ${byteUnits[unit]}`;
}

/** "3.0" is "3". */
export function trimZero(decimal: string): string {
  return decimal.replace(/\.0$/, "");
}
