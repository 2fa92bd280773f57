import { dayCalendar, type ChurnDate } from "@forestay/metrics";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyLines } from "../../../../../packages/metrics/src/testing/ledgers.ts";
import { ALL_PLANS, movementRows, type MovementRow } from "./movement-rows.ts";

const calendar = dayCalendar("UTC");

/** What is paid at an instant, by the last movement up to it. */
const paidAt = (rows: readonly MovementRow[], atMs: number) =>
  rows.findLast((row) => row.atMs <= atMs)?.afterMinor ?? 0;

it("movements of plans add up to those of all a customer pays, at every instant, by either churn date", () => {
  fc.assert(
    fc.property(
      anyLines,
      fc.array(fc.constantFrom("Basic", "Pro", "Team"), { minLength: 6, maxLength: 6 }),
      fc.constantFrom<ChurnDate>("end_of_paid_term", "request"),
      (lines, plans, churnDate) => {
        const sold = lines.map((line, at) => ({
          ...line,
          plan: plans[at]!,
          endedBy: null,
          endReason: null,
        }));
        const rows = movementRows(sold, { calendar, churnDate });
        for (const [currency, own] of Map.groupBy(rows, (row) => row.currency)) {
          const { [ALL_PLANS]: all = [], ...byPlan } = Object.groupBy(own, (row) => row.plan);
          for (const { atMs } of own) {
            const sum = Object.values(byPlan).reduce((total, plan) => total + paidAt(plan ?? [], atMs), 0);
            expect(sum, `${currency} at ${new Date(atMs).toISOString()}`).toBe(paidAt(all, atMs));
          }
        }
      },
    ),
  );
});
