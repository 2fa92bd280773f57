import { expect, it } from "vitest";
import { toMajorUnits } from "#modules/customers/index.ts";
import { amountInWords, toOurMinor } from "./currency.ts";

it("takes what Stripe charges for the same amount as anybody else", () => {
  // docs.stripe.com/currencies: told without decimals and with three; all others in hundredths, ISK and UGX among them.
  const without = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ");
  const withThree = "BHD JOD KWD OMR TND".split(" ");
  const scaled = Intl.supportedValuesOf("currency").filter((currency) => {
    const theirs = without.includes(currency) ? 1 : withThree.includes(currency) ? 1000 : 100;
    return toMajorUnits(toOurMinor(100_000 * theirs, currency), currency) !== 100_000;
  });
  expect(scaled).toEqual([]);
  expect(toOurMinor(500_000, "MGA")).toBe(50_000_000);
  expect(toOurMinor(10_000_000, "IDR")).toBe(10_000_000);
});

it("says amounts in their currency's own units, and keeps them in the minor units of ISO", () => {
  expect(["usd", "jpy", "kwd", "isk"].map((currency) => amountInWords(14_500, currency))).toEqual([
    "USD 145.00",
    "JPY 14500",
    "KWD 14.500",
    "ISK 145",
  ]);
  expect(toOurMinor(14_500, "JPY")).toBe(14_500);
  expect(toOurMinor(14_500, "ISK")).toBe(145);
});
