import { dayCalendar, recoveryState } from "@forestay/metrics";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { failedPayment } from "./failed-payments.ts";

const DAY_MS = 86_400_000;

it("counts as recovered what Recovery does, less what was given back", () => {
  fc.assert(
    fc.property(
      fc.record({
        paidAfterDays: fc.integer({ min: 0, max: 90 }),
        paidMinor: fc.integer({ min: 1, max: 1200 }),
        refundedShare: fc.constantFrom(0, 0, 0.3, 1),
        cancelledAfterDays: fc.option(fc.integer({ min: 0, max: 90 })),
      }),
      ({ paidAfterDays, paidMinor, refundedShare, cancelledAfterDays }) => {
        const firstFailedMs = Date.parse("2026-01-01T12:00:00Z");
        const paid = { atMs: firstFailedMs + paidAfterDays * DAY_MS, amountMinor: paidMinor };
        const refundedMinor = Math.round(paidMinor * refundedShare);
        const cancelledMs = cancelledAfterDays === null ? null : firstFailedMs + cancelledAfterDays * DAY_MS;
        const bill = {
          invoiceId: "i",
          customerId: "c",
          currency: "USD",
          amountMinor: 1000,
          firstFailedMs,
          paid,
          refundedMinor,
          cancelledMs,
          isOpen: false,
        };
        const told = failedPayment(bill, dayCalendar("UTC"));
        const state = recoveryState(
          {
            amountMinor: 1000,
            firstFailedMs,
            tries: [],
            bill: "paid",
            paid,
            reversedMinor: refundedMinor,
            cancelledMs,
            endedUnpaidMs: null,
            saidEndMs: null,
            firstMessageMs: null,
            linkOpenedMs: null,
            marked: null,
          },
          firstFailedMs + 200 * DAY_MS,
        );
        expect(told).toMatchObject({
          recoveredMinor: state.recoveredMinor,
          recoveredMs: state.recoveredMs,
        });
      },
    ),
  );
});
