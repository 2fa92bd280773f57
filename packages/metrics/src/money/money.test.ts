import { describe, expect, it } from "vitest";
import { addMoney, exactMinor, sumByCurrency } from "./money.ts";

describe("money", () => {
  const eur = (amountMinor: number) => ({ currency: "EUR", amountMinor });

  it("is added up within a currency, and refused across two", () => {
    expect(addMoney(eur(1), eur(2))).toEqual(eur(3));
    expect(() => addMoney(eur(1), { currency: "USD", amountMinor: 1 })).toThrow(
      "EUR and USD cannot be added up",
    );
    expect([...sumByCurrency([eur(1), { currency: "JPY", amountMinor: 5 }, eur(2)])]).toEqual([
      ["EUR", 3],
      ["JPY", 5],
    ]);
  });

  it("is never rounded silently", () => {
    expect(() => addMoney(eur(Number.MAX_SAFE_INTEGER), eur(1))).toThrow("no whole, exact number");
    expect(() => sumByCurrency([eur(0.5)])).toThrow("the sum of EUR is 0.5");
    expect(() => exactMinor(Number.NaN, "it")).toThrow("it is NaN");
  });
});
