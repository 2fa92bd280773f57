import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wallClock } from "../time/month-periods.ts";
import { classifyDecline } from "./decline.ts";
import { capsInForce, limitAgainst, limitEndsAt, type TryLimit } from "./network-caps.ts";
import { nextMessage, type MessageSituation } from "./next-message.ts";
import { replayPolicy } from "./replay-policy.ts";
import { defaultRetryPolicy, nextRetry, plannedTries, type RetrySituation } from "./retry-schedule.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);
const zones = ["UTC", "America/New_York", "Europe/Stockholm", "Australia/Lord_Howe", "Asia/Kathmandu"];
const soft = classifyDecline("insufficient_funds");

const failing = (firstFailed: string, more: Partial<RetrySituation> = {}): RetrySituation => {
  const firstFailedMs = at(firstFailed);
  return {
    decline: soft,
    firstFailedMs,
    tries: 1,
    cardTriesMs: [firstFailedMs],
    network: null,
    nowMs: firstFailedMs,
    ...more,
  };
};
const plan = (situation: RetrySituation, zone = "UTC") => {
  const next = nextRetry(defaultRetryPolicy, situation, zone);
  return next.atMs === null ? next.because : new Date(next.atMs).toISOString();
};

describe("declines", () => {
  it.each([
    ["insufficient_funds", "soft", "insufficient_funds"],
    ["Do Not Honor", "soft", "declined_by_bank"],
    ["51", "soft", "insufficient_funds"],
    ["expired_card", "act", "card_expired"],
    ["authentication_required", "act", "needs_authentication"],
    ["issuer_not_available", "technical", "bank_unreachable"],
    ["stolen_card", "never", "card_lost"],
    ["r1", "never", "authorization_revoked"],
    ["a word of nobody's", "soft", "not_said"],
    [null, "soft", "not_said"],
  ] as const)("%s is %s, %s", (code, declineClass, reason) => {
    expect(classifyDecline(code)).toEqual({ class: declineClass, reason });
  });

  it("follow what is advised beside the code", () => {
    expect(classifyDecline("do_not_honor", { advice: "do_not_try_again" }).class).toBe("never");
    expect(classifyDecline("expired_card", { networkAdvice: "03" }).class).toBe("never");
    expect(classifyDecline("do_not_honor", { advice: "confirm_card_data" }).class).toBe("act");
    expect(classifyDecline("do_not_honor", { networkAdvice: "25" }).class).toBe("technical");
    expect(classifyDecline("lost_card", { advice: "try_again_later" }).class).toBe("never");
  });
});

describe("the next try", () => {
  it("comes on the local morning, and waits for a pay day that is near", () => {
    // Tuesday 9 June; six hours later it is night in New York, and the next morning is Wednesday's.
    expect(plan(failing("2026-06-09T20:00:00Z"), "America/New_York")).toBe("2026-06-10T10:00:00.000Z");
    // 24 h and then two days to the 15th: waited for.
    expect(plan(failing("2026-06-12T07:00:00Z", { tries: 2 }))).toBe("2026-06-15T06:00:00.000Z");
    // The last Friday of May 2026 is the 29th.
    expect(plan(failing("2026-05-26T07:00:00Z", { tries: 2 }))).toBe("2026-05-29T06:00:00.000Z");
  });

  it("is of a technical decline within hours, at whatever time of day", () => {
    const technical = { decline: classifyDecline("processing_error") };
    expect(plan(failing("2026-06-09T23:30:00Z", technical))).toBe("2026-06-10T00:30:00.000Z");
    expect(plan(failing("2026-06-09T23:30:00Z", { ...technical, tries: 2 }))).toBe(
      "2026-06-10T03:30:00.000Z",
    );
  });

  it.each([
    ["24", HOUR],
    ["25", DAY],
    ["26", 2 * DAY],
    ["27", 4 * DAY],
    ["28", 6 * DAY],
    ["29", 8 * DAY],
    ["30", 10 * DAY],
  ])(
    "is not before what Mastercard's advice %s asks to wait, whatever the code, hour and try",
    (networkAdvice, wait) => {
      fc.assert(
        fc.property(
          fc.constantFrom("do_not_honor", "insufficient_funds", "processing_error", null),
          fc.integer({ min: 1, max: 8 }),
          fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2026-12-01T00:00:00Z") }),
          fc.constantFrom(...zones),
          (code, tries, lastMs, zone) => {
            const next = nextRetry(
              defaultRetryPolicy,
              {
                decline: classifyDecline(code, { networkAdvice }),
                firstFailedMs: lastMs - (tries - 1) * DAY,
                tries,
                cardTriesMs: [lastMs],
                network: "mastercard",
                nowMs: lastMs,
              },
              zone,
            );
            if (next.atMs !== null) expect(next.atMs).toBeGreaterThanOrEqual(lastMs + wait);
          },
        ),
      );
      // One that is waited out is tried at once.
      const lastMs = at("2026-06-09T10:00:00Z");
      const first = failing("2026-06-09T10:00:00Z", {
        decline: classifyDecline("do_not_honor", { networkAdvice }),
      });
      expect(plan(first)).toBe(new Date(lastMs + wait).toISOString());
    },
  );

  it("is not before what a network asks on account of another bill of the card", () => {
    const waitsUntilMs = at("2026-06-20T07:00:00Z");
    expect(plan(failing("2026-06-09T20:00:00Z", { waitsUntilMs }))).toBe("2026-06-20T07:00:00.000Z");
  });

  it("keeps its distance where the schedule is behind: what was missed is not tried at once", () => {
    const now = at("2026-06-09T12:00:00Z");
    const behind = failing("2026-06-08T09:00:00Z", {
      decline: classifyDecline("processing_error"),
      tries: 2,
      cardTriesMs: [at("2026-06-08T09:00:00Z"), now],
      nowMs: now,
    });
    expect(plan(behind)).toBe("2026-06-09T15:00:00.000Z");
  });

  it("is at the same hour of clocks on both sides of a change of them", () => {
    expect(plan(failing("2026-03-27T20:00:00Z"), "Europe/Stockholm")).toBe("2026-03-28T05:00:00.000Z");
    expect(plan(failing("2026-03-28T20:00:00Z"), "Europe/Stockholm")).toBe("2026-03-29T04:00:00.000Z");
  });

  it("is none for a card that must not be tried, and while the customer has to act", () => {
    expect(plan(failing("2026-06-09T20:00:00Z", { decline: classifyDecline("lost_card") }))).toBe("never");
    expect(plan(failing("2026-06-09T20:00:00Z", { decline: classifyDecline("expired_card") }))).toBe(
      "customer",
    );
    expect(plan(failing("2026-06-09T20:00:00Z", { tries: 8 }))).toBe("done");
  });

  it("is put off by the ceiling on tries of a card, and given up beyond the end", () => {
    const start = at("2026-06-09T07:00:00Z");
    const busy = Array.from({ length: 8 }, (_, index) => start - index * HOUR);
    const next = nextRetry(defaultRetryPolicy, failing("2026-06-09T07:00:00Z", { cardTriesMs: busy }), "UTC");
    expect(next).toMatchObject({ n: 2, heldBackBy: { whose: "own", tries: 8 } });
    expect(new Date(next.atMs!).toISOString()).toBe("2026-06-23T06:00:00.000Z");
    const full = Array.from({ length: 8 }, () => start);
    const forbidden = nextRetry(
      { ...defaultRetryPolicy, endsAfterDays: 10 },
      failing("2026-06-09T07:00:00Z", { cardTriesMs: full }),
      "UTC",
    );
    expect(forbidden).toMatchObject({ atMs: null, because: { whose: "own" } });
  });
});

describe("the next message", () => {
  const next = (days: number[], more: Partial<MessageSituation> = {}) => {
    const found = nextMessage({
      firstFailedMs: at("2026-06-01T10:00:00Z"),
      days,
      last: null,
      notBeforeDay: null,
      endsAfterDays: 30,
      nowMs: at("2026-06-01T10:00:00Z"),
      ...more,
    });
    return found === null ? null : `${found.day} ${new Date(found.atMs).toISOString().slice(0, 13)}`;
  };
  const last = { day: 2, atMs: at("2026-06-03T10:00:00Z") };

  it("is the next day's, of several that were missed the last, and none beyond the end of grace", () => {
    expect(next([2, 5, 10])).toBe("2 2026-06-03T10");
    expect(next([2, 5, 10], { last })).toBe("5 2026-06-06T10");
    expect(next([2, 5, 10, 20], { nowMs: at("2026-06-12T10:00:00Z") })).toBe("10 2026-06-11T10");
    expect(next([2, 5], { last: { ...last, day: 5 } })).toBeNull();
    expect(next([2, 40], { last })).toBeNull();
    // Due on the last day, and still where a worker is late; not weeks later.
    expect(next([30], { nowMs: at("2026-07-01T14:00:00Z") })).toBe("30 2026-07-01T10");
    expect(next([30], { nowMs: at("2026-07-15T10:00:00Z") })).toBeNull();
  });

  it("never is a second one of the same day", () => {
    const late = { last: { day: 2, atMs: at("2026-06-06T08:00:00Z") }, nowMs: at("2026-06-06T10:00:00Z") };
    expect(next([2, 5], late)).toBe("5 2026-06-07T04");
  });

  it("of those who are written to later is the last that was due by then, and goes on by the sequence", () => {
    expect(next([2, 5, 10, 20], { notBeforeDay: 10 })).toBe("10 2026-06-11T10");
    expect(next([0, 4, 12], { notBeforeDay: 10 })).toBe("4 2026-06-11T10");
    expect(next([0, 4, 12], { notBeforeDay: 10, last: { day: 4, atMs: at("2026-06-11T10:00:00Z") } })).toBe(
      "12 2026-06-13T10",
    );
  });
});

describe("limits of networks", () => {
  const now = at("2026-06-09T00:00:00Z");
  const tries = (count: number, everyMs: number) =>
    Array.from({ length: count }, (_, index) => now - index * everyMs);
  const against = (triesMs: number[], network: "visa" | "mastercard" | null) =>
    limitAgainst(triesMs, now, { network, own: [] });

  it("forbid the 21st try of a Visa card in 30 days, the 11th of a Mastercard in 24 hours and the 36th in 30 days", () => {
    expect(against(tries(19, DAY), "visa")).toBeNull();
    expect(against(tries(20, DAY), "visa")).toMatchObject({ whose: "visa", tries: 20 });
    expect(against(tries(9, HOUR), "mastercard")).toBeNull();
    expect(against(tries(10, HOUR), "mastercard")).toMatchObject({ tries: 10, withinMs: DAY });
    expect(against(tries(34, 20 * HOUR), "mastercard")).toBeNull();
    expect(against(tries(35, 20 * HOUR), "mastercard")).toMatchObject({ tries: 35 });
    expect(against(tries(20, DAY), null)).toMatchObject({ whose: "visa" });
  });

  it("are those in force at the time: fifteen of Visa before April 18, 2026", () => {
    expect(capsInForce(at("2026-04-17T23:59:59Z")).limits[0]).toMatchObject({ whose: "visa", tries: 15 });
    expect(capsInForce(at("2026-04-18T00:00:00Z")).limits[0]).toMatchObject({ whose: "visa", tries: 20 });
  });

  it("end when the try that fills them is old enough", () => {
    const limit: TryLimit = { whose: "own", tries: 2, withinMs: DAY };
    expect(limitEndsAt([now, now - HOUR, now - 2 * HOUR], limit)).toBe(now - HOUR + DAY);
    expect(limitAgainst([now, now - HOUR], now - HOUR + DAY, { network: "visa", own: [limit] })).toBeNull();
  });
});

describe("whatever fails, and whenever", () => {
  const codes = fc.constantFrom(
    "insufficient_funds",
    "do_not_honor",
    "processing_error",
    "expired_card",
    "lost_card",
    "authentication_required",
    null,
  );
  const failures = fc.array(
    fc.record({
      code: codes,
      customer: fc.integer({ min: 0, max: 2 }),
      firstFailedMs: fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2026-12-01T00:00:00Z") }),
      lastsMs: fc.option(fc.integer({ min: HOUR, max: 50 * DAY })),
    }),
    { maxLength: 12 },
  );

  it("never is a ninth try in 14 days, one of a card that must not be tried, or one outside its hours", () => {
    fc.assert(
      fc.property(failures, fc.constantFrom(...zones), (drawn, zone) => {
        const past = drawn.map(({ code, customer, firstFailedMs, lastsMs }, index) => ({
          id: String(index),
          customerId: String(customer),
          decline: classifyDecline(code),
          firstFailedMs,
          endedMs: lastsMs === null ? null : firstFailedMs + lastsMs,
        }));
        const asOfMs = at("2027-03-01T00:00:00Z");
        const replayed = replayPolicy(past, defaultRetryPolicy, () => [48, 120], { timeZone: zone, asOfMs });
        const clock = wallClock(zone);
        const byId = new Map(past.map((failure) => [failure.id, failure]));
        const retriesOf = new Map<string, number[]>();
        for (const { id, retriesMs, messagesMs } of replayed) {
          const failure = byId.get(id)!;
          const { decline, firstFailedMs, endedMs } = failure;
          if (decline.class === "never" || decline.class === "act") expect(retriesMs).toEqual([]);
          expect(retriesMs.length).toBeLessThan(plannedTries(defaultRetryPolicy, decline.class));
          for (const [index, retryMs] of retriesMs.entries()) {
            expect(retryMs).toBeGreaterThan(retriesMs[index - 1] ?? firstFailedMs);
            expect(retryMs).toBeLessThan(endedMs ?? asOfMs);
            if (decline.class !== "soft") continue;
            const hour = (clock(retryMs) % DAY) / HOUR;
            expect(hour).toBeGreaterThanOrEqual(6);
            expect(hour).toBeLessThan(10);
          }
          expect(messagesMs.every((ms) => ms < (endedMs ?? asOfMs))).toBe(true);
          retriesOf.set(failure.customerId, [...(retriesOf.get(failure.customerId) ?? []), ...retriesMs]);
        }
        for (const [customerId, retriesMs] of retriesOf) {
          // Bills fail when they do: of our own tries none is the ninth.
          const bills = past.filter((one) => one.customerId === customerId && one.firstFailedMs <= asOfMs);
          if (bills.length > 1) continue;
          const all = [...bills.map((one) => one.firstFailedMs), ...retriesMs];
          for (const ms of all)
            expect(all.filter((other) => other > ms - 14 * DAY && other <= ms).length).toBeLessThanOrEqual(8);
        }
      }),
      { numRuns: 150 },
    );
  });
});
