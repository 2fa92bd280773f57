import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { day } from "../testing/ledgers.ts";
import { recoveryState, type RecoveryFacts } from "./recovery-case.ts";
import { recoveryByPeriod } from "./recovery-rate.ts";

const facts = (more: Partial<RecoveryFacts> = {}): RecoveryFacts => ({
  amountMinor: 5_000,
  firstFailedMs: day("2026-03-01"),
  tries: [{ atMs: day("2026-03-01"), succeeded: false }],
  bill: "open",
  paid: null,
  reversedMinor: 0,
  cancelledMs: null,
  endedUnpaidMs: null,
  saidEndMs: null,
  firstMessageMs: null,
  linkOpenedMs: null,
  marked: null,
  ...more,
});
const paid = (on: string, amountMinor = 5_000) => ({
  bill: "paid" as const,
  paid: { atMs: day(on), amountMinor },
});
const state = (more: Partial<RecoveryFacts>, asOf = "2026-03-20") => recoveryState(facts(more), day(asOf));
const triedAgain = [
  { atMs: day("2026-03-01"), succeeded: false },
  { atMs: day("2026-03-08"), succeeded: true },
];

describe("where a failed payment stands", () => {
  it("goes from open over in recovery to what the ledger says of it", () => {
    expect(state({})).toMatchObject({ status: "open", closedMs: null, recoveredMinor: 0 });
    expect(state({ firstMessageMs: day("2026-03-03") }).status).toBe("in_recovery");
    expect(state({ tries: [...facts().tries, { atMs: day("2026-03-04"), succeeded: false }] }).status).toBe(
      "in_recovery",
    );
    expect(state({}, "2026-04-30")).toMatchObject({ status: "lost", closedMs: day("2026-04-30") });
    expect(state({ bill: "given_up" }).status).toBe("lost");
    expect(state({ endedUnpaidMs: day("2026-03-15") })).toMatchObject({
      status: "lost",
      closedMs: day("2026-03-15"),
    });
    expect(state({ bill: "void" }).status).toBe("cancelled");
    expect(state({ cancelledMs: day("2026-03-10") }).status).toBe("cancelled");
    expect(state(paid("2026-03-08"))).toMatchObject({
      status: "recovered",
      recoveredMinor: 5_000,
      closedMs: day("2026-03-08"),
    });
  });

  it("credits one thing: silence, a try, the link, or something else", () => {
    const written = { firstMessageMs: day("2026-03-03") };
    expect(state({ ...paid("2026-03-02"), ...written }).credit).toBe("silent");
    expect(state(paid("2026-03-08")).credit).toBe("silent");
    expect(state({ ...paid("2026-03-08"), ...written, tries: triedAgain }).credit).toBe("retry");
    expect(
      state({ ...paid("2026-03-08"), ...written, tries: triedAgain, linkOpenedMs: day("2026-03-07") }).credit,
    ).toBe("link");
    expect(state({ ...paid("2026-03-08"), ...written }).credit).toBe("other");
  });

  it("counts no money that came after the customer ended it, too late, or was given back", () => {
    expect(state({ ...paid("2026-03-12"), cancelledMs: day("2026-03-10") })).toMatchObject({
      status: "cancelled",
      recoveredMinor: 0,
      credit: null,
    });
    expect(state(paid("2026-05-02"), "2026-05-03")).toMatchObject({ status: "lost", recoveredMinor: 0 });
    expect(state({ ...paid("2026-03-12"), reversedMinor: 5_000 })).toMatchObject({
      status: "lost",
      recoveredMinor: 0,
    });
    expect(state({ ...paid("2026-03-12"), reversedMinor: 1_200 })).toMatchObject({
      status: "recovered",
      recoveredMinor: 3_800,
    });
  });

  it("ends with the customer's word that they cancel, unless money comes all the same", () => {
    const said = { saidEndMs: day("2026-03-10") };
    expect(state(said)).toMatchObject({ status: "cancelled", closedMs: day("2026-03-10") });
    expect(state(said, "2026-06-01").status).toBe("cancelled");
    expect(state({ ...said, ...paid("2026-03-12") })).toMatchObject({
      status: "recovered",
      recoveredMinor: 5_000,
    });
    expect(state({ ...said, endedUnpaidMs: day("2026-03-05") }).status).toBe("lost");
    // The bill failed after it: its renewal was not meant to be.
    expect(state({ saidEndMs: day("2026-02-10") })).toMatchObject({
      status: "cancelled",
      closedMs: day("2026-03-01"),
    });
  });

  it("takes a person's word until the ledger knows better", () => {
    const marked = { as: "written_off" as const, atMs: day("2026-03-10") };
    expect(state({ marked })).toMatchObject({ status: "manual", closedMs: day("2026-03-10") });
    expect(state({ marked, ...paid("2026-03-12") }).status).toBe("recovered");
  });

  it("counts what the recovery rate counts, whatever happened", () => {
    const days = fc.integer({ min: 0, max: 90 });
    const later = (days_: number | null) => (days_ === null ? null : day("2026-03-01") + days_ * 86_400_000);
    fc.assert(
      fc.property(
        fc.option(days),
        fc.option(days),
        fc.option(days),
        fc.integer({ min: 1, max: 6_000 }),
        (paidOn, cancelledOn, messageOn, amountMinor) => {
          const one = facts({
            paid: paidOn === null ? null : { atMs: later(paidOn)!, amountMinor },
            bill: paidOn !== null && amountMinor >= 5_000 ? "paid" : "open",
            cancelledMs: later(cancelledOn),
            firstMessageMs: later(messageOn),
          });
          const asOfMs = day("2026-07-01");
          const [cohort] = recoveryByPeriod(
            [{ ...one, currency: "USD" }],
            [{ startMs: one.firstFailedMs, endMs: one.firstFailedMs + 1 }],
            asOfMs,
          );
          const here = recoveryState(one, asOfMs);
          expect(here.recoveredMinor).toBe(cohort!.recoveredMinor);
          expect(here.status === "recovered").toBe(cohort!.recoveredInvoices === 1);
          expect(here.credit === "silent").toBe(cohort!.silentMinor > 0);
        },
      ),
    );
  });
});
