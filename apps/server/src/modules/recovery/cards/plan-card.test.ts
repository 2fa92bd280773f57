import { DAY_MS, HOUR_MS } from "@forestay/contracts";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { planCard, type CardRules, type CardSituation } from "./plan-card.ts";

const rules: CardRules = { sends: true, daysBefore: [30, 7], asksRenewedCards: false, excludedPlans: [] };
const known = (more: Partial<CardSituation> = {}): CardSituation => ({
  chargesMs: 60 * DAY_MS,
  renewsItself: false,
  plan: "Growth",
  arm: "sent",
  lastMessage: null,
  isFirst: true,
  hasAddress: true,
  heldBy: null,
  nowMs: 0,
  ...more,
});

it("asks on the days of the policy, at once where the first was missed, and says why where nobody is asked", () => {
  expect(planCard(known(), rules)).toEqual({ atMs: 30 * DAY_MS, daysBefore: 30, heldBy: null });
  // Found 25 days before: the first one leaves at once; found 6 days before: only the last.
  expect(planCard(known({ nowMs: 35 * DAY_MS }), rules)).toMatchObject({ daysBefore: 30 });
  expect(planCard(known({ nowMs: 54 * DAY_MS }), rules)).toMatchObject({ daysBefore: 7 });
  expect(planCard(known({ renewsItself: true }), rules).heldBy).toBe("renews_itself");
  expect(planCard(known({ renewsItself: true }), { ...rules, asksRenewedCards: true }).atMs).not.toBeNull();
  expect(planCard(known({ arm: "control" }), rules).heldBy).toBe("asked_later");
  expect(planCard(known({ hasAddress: false }), rules).heldBy).toBe("no_address");
  expect(planCard(known(), { ...rules, excludedPlans: ["Growth"] }).heldBy).toBe("excluded");
  expect(planCard(known(), { ...rules, sends: false }).heldBy).toBe("not_sending");
  expect(planCard(known({ isFirst: false }), rules).heldBy).toBe("with_other");
  // About a payment that is over: five days lie between, and each message of the policy is left.
  const over = { daysBefore: Infinity, atMs: 34 * DAY_MS };
  expect(planCard(known({ nowMs: 35 * DAY_MS, lastMessage: over }), rules)).toMatchObject({
    atMs: 39 * DAY_MS,
    daysBefore: 30,
  });
  expect(planCard(known({ heldBy: "other_card" }), rules).heldBy).toBe("other_card");
});

it("never writes more often than the policy has messages, never twice within five days, and never on the day of the payment", () => {
  const days = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 4 });
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: 1, max: 60 * 24 }),
      fc.integer({ min: 1, max: 30 }),
      (chosen, found, step) => {
        const daysBefore = chosen.toSorted((a, b) => b - a);
        const chargesMs = 60 * DAY_MS;
        const sent: { daysBefore: number; atMs: number }[] = [];
        // Somebody looks every so many hours, from when the card was found on.
        for (let nowMs = found * HOUR_MS; nowMs < chargesMs + DAY_MS; nowMs += step * HOUR_MS) {
          const plan = planCard(known({ chargesMs, nowMs, lastMessage: sent.at(-1) ?? null }), {
            ...rules,
            daysBefore,
          });
          if (plan.atMs !== null && plan.atMs <= nowMs)
            sent.push({ daysBefore: plan.daysBefore, atMs: nowMs });
        }
        expect(sent.length).toBeLessThanOrEqual(daysBefore.length);
        expect(new Set(sent.map((one) => one.daysBefore)).size).toBe(sent.length);
        for (const [index, { atMs }] of sent.entries()) {
          expect(atMs).toBeLessThanOrEqual(chargesMs - 12 * HOUR_MS);
          if (index > 0) expect(atMs - sent[index - 1]!.atMs).toBeGreaterThanOrEqual(5 * DAY_MS);
        }
      },
    ),
  );
});
