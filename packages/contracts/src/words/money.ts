const formats = new Map<string, Intl.NumberFormat>();

/** Money in major units of its currency, without decimals unless asked for: "$48,120", "$4.50". */
export function formatMoney(amount: number, currency: string, maximumFractionDigits = 0): string {
  const key = `${currency}:${maximumFractionDigits}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat("en-US", { style: "currency", currency, maximumFractionDigits });
    formats.set(key, format);
  }
  return format.format(amount);
}
