import type { ImportTarget } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { createLedgerConverter } from "./ledger-converter.ts";

type Cells = Partial<Record<ImportTarget, string>>;

/** Converts a row of a subscription of 49 dollars a month that was uploaded on 20 November 2026. */
function convert(cells: Cells) {
  const row: Cells = {
    externalId: "C-1",
    price: "49",
    subscriptionStart: "2025-01-31",
    billingInterval: "month",
    ...cells,
  };
  const targets = Object.keys(row) as ImportTarget[];
  const columns = targets.map((target) => ({ column: target, target, dateOrder: "YMD" as const }));
  const converter = createLedgerConverter("subscriptions", targets, {
    mapping: { columns },
    currency: "USD",
    timeZone: "UTC",
    referenceTime: "2026-11-20T12:00:00.000Z",
  });
  return converter(targets.map((target) => row[target] ?? null));
}
const record = (cells: Cells) => {
  const converted = convert(cells);
  return converted.ok ? converted.record : null;
};
const facts = (cells: Cells) => {
  const converted = convert(cells);
  return converted.ok && converted.record !== null ? converted.facts : null;
};
const codes = (cells: Cells) => {
  const converted = convert(cells);
  return converted.ok ? [] : converted.problems.map(({ column, code }) => [column, code]);
};

describe("what a row of subscriptions leaves open", () => {
  const doubt = (cells: Cells) => facts(cells)?.doubt;

  it("is asked about: an end without a day, and an active one whose end has passed, which was renewed", () => {
    expect(doubt({ subscriptionStatus: "cancelled" })).toBe("undated_end");
    expect(doubt({ subscriptionStatus: "cancelled", subscriptionEnd: "2026-01-31" })).toBeNull();
    expect(doubt({ subscriptionStatus: "cancelled", cancelRequestedAt: "2026-01-31" })).toBeNull();
    expect(doubt({ subscriptionStatus: "active" })).toBeNull();
    const renewed = { subscriptionStatus: "active", subscriptionEnd: "2026-01-31" };
    expect(doubt(renewed)).toBe("past_end");
    expect(record(renewed)).toMatchObject({ status: 1, endedAt: null });
    expect(record({ ...renewed, cancelRequestedAt: "2026-01-10" })).toMatchObject({
      cancelRequestedAt: null,
    });
    const ofThisTerm = { ...renewed, cancelRequestedAt: "2026-11-10" };
    expect(record(ofThisTerm)).toMatchObject({ cancelRequestedAt: "2026-11-10" });
    const runsOut = { subscriptionStatus: "active", subscriptionEnd: "2027-01-31" };
    expect(record(runsOut)).toMatchObject({ endedAt: "2027-01-31" });
  });

  it("is refused where the price is absurd, whatever it would be as a month", () => {
    const absurd = { price: "89999999999999.00", billingInterval: "week" };
    expect(codes(absurd)).toEqual([["price", "out_of_range"]]);
    expect(codes({ billingInterval: "11 years" })).toEqual([["billingInterval", "bad_interval"]]);
    expect(facts({ price: "999999999999", billingInterval: "week" })).not.toBeNull();
  });

  it("charges nothing where the first payment never came, nor in a trial of which no end is known", () => {
    for (const status of ["incomplete", "incomplete_expired", "Trialing", "trial"])
      expect([status, facts({ subscriptionStatus: status })]).toMatchObject([
        status,
        { amountMinor: 0, doubt: null },
      ]);
    expect(facts({ subscriptionStatus: "trialing", trialEnd: "2025-02-28" })?.amountMinor).toBe(4900);
    expect(facts({ subscriptionStatus: "active" })?.amountMinor).toBe(4900);
  });

  it("holds a price of which only the end is given for that of the beginning", () => {
    expect(record({ priceUntil: "2025-06-30" })).toMatchObject({
      priceFrom: "2025-01-31",
      priceUntil: "2025-06-30",
    });
  });
});
