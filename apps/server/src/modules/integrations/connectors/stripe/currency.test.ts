import { expect, it } from "vitest";
import { amountInWords, toOurMinor } from "./currency.ts";

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
