const formatters = new Map<string, Intl.NumberFormat>();

function formatter(currency: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${currency}:${JSON.stringify(options)}`;
  let known = formatters.get(key);
  if (known === undefined) {
    known = new Intl.NumberFormat("en-US", { style: "currency", currency, ...options });
    formatters.set(key, known);
  }
  return known;
}

/** Money in major units of its currency, without decimals: "$48,120" (spec section 9). */
export function formatMoney(amount: number, currency = "USD"): string {
  return formatter(currency, { maximumFractionDigits: 0 }).format(amount);
}
