import { currencyDigits, toMajorUnits } from "#modules/customers/index.ts";

// docs.stripe.com/currencies: amounts without decimals there, and those with three. ISK and UGX lost theirs and are still told in
// hundredths; HUF and TWD are charged in hundredths and lose them in payouts only, which we do not read.
const withoutDecimals = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const withThree = new Set("BHD JOD KWD OMR TND".split(" "));

/** An amount as Stripe counts it, in the minor units that we count in; halves away from zero. */
export function toOurMinor(amount: number, currency: string): number {
  const theirs = withoutDecimals.has(currency) ? 0 : withThree.has(currency) ? 3 : 2;
  const shift = currencyDigits(currency) - theirs;
  return shift === 0 ? amount : Math.round(amount * 10 ** shift);
}

/** As a person reads it: "USD 145.00", with the decimals of the currency. */
export function amountInWords(amount: number, currency: string): string {
  const code = currencyOf(currency);
  return `${code} ${toMajorUnits(toOurMinor(amount, code), code).toFixed(currencyDigits(code))}`;
}

/** ISO 4217 in capitals; Stripe writes it small. */
export const currencyOf = (currency: string): string => currency.toUpperCase();
