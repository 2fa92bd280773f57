const formats = new Map<string, Intl.NumberFormat>();
/** Asked for so many decimals, an amount is told to its currency's smallest unit: dinars have three. */
const CENTS = 2;
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
  CENTS;

/** Money in major units of its currency, without decimals unless asked for: "$48,120", "$4.50". */
export function formatMoney(amount: number, currency: string, maximumFractionDigits = 0): string {
  const key = `${currency}:${maximumFractionDigits}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat("en-US", {
      style: "currency",
      currency,
      maximumFractionDigits:
        maximumFractionDigits < CENTS ? maximumFractionDigits : Math.max(CENTS, digitsOf(currency)),
    });
    formats.set(key, format);
  }
  return format.format(amount);
}
