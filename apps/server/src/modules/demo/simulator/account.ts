import { DAY_MS } from "@forestay/contracts";
import type { Draw } from "./draw.ts";
import type { AccountSize, HazardTraits } from "./hazard.ts";
import type { DemoIdentity } from "./names.ts";

/** A simulated account as it signed up; what changes later is in its months. */
export interface DemoAccount extends DemoIdentity, HazardTraits {
  externalId: string;
  seats: number;
  plan: DemoPlan;
  industry: string;
  country: string;
  channel: string;
  /** Logins per active seat and month relative to others of the same engagement. */
  loginHabit: number;
}

export const demoPlans = ["Starter", "Growth", "Scale"] as const;
export type DemoPlan = (typeof demoPlans)[number];

const planOfSize: Record<AccountSize, DemoPlan> = { small: "Starter", mid: "Growth", large: "Scale" };
const seatsOfSize: Record<AccountSize, readonly [number, number]> = {
  small: [1, 5],
  mid: [4, 20],
  large: [15, 90],
};
const annualShare: Record<AccountSize, number> = { small: 0.18, mid: 0.42, large: 0.68 };
/** Monthly price of the plan and of one seat, cents. */
const prices: Record<DemoPlan, { base: number; seat: number }> = {
  Starter: { base: 2_900, seat: 900 },
  Growth: { base: 9_900, seat: 1_900 },
  Scale: { base: 39_000, seat: 2_900 },
};
const industries = [
  ["Software", 5],
  ["Retail", 4],
  ["Logistics", 3],
  ["Health", 3],
  ["Education", 2],
  ["Media", 2],
  ["Hospitality", 2],
] as const;
const countries = [
  ["United States", 9],
  ["Germany", 3],
  ["United Kingdom", 3],
  ["Sweden", 2],
  ["Brazil", 2],
  ["Canada", 2],
  ["Japan", 1],
] as const;
const channels = [
  ["Organic search", 4],
  ["Referral", 3],
  ["Paid search", 3],
  ["Partner", 2],
  ["Event", 1],
] as const;

/** Draws one account that started at `startedAtMs`. */
export function drawAccount(
  draw: Draw,
  identity: DemoIdentity,
  number: number,
  startedAtMs: number,
): DemoAccount {
  const size = draw.weighted<AccountSize>([
    ["small", 5],
    ["mid", 3.5],
    ["large", 1.5],
  ]);
  const channel = draw.weighted(channels);
  return {
    ...identity,
    externalId: `A-${10_000 + number}`,
    size,
    plan: planOfSize[size],
    seats: draw.int(...seatsOfSize[size]),
    billing: draw.chance(annualShare[size]) ? "annual" : "monthly",
    startedAtMs,
    // Whoever came by a referral stays more engaged; paid search brings the curious.
    engagementCentre: Math.min(
      7,
      Math.max(2, draw.int(3, 6) + (channel === "Referral" ? 1 : channel === "Paid search" ? -1 : 0)),
    ),
    loginHabit: Math.exp(0.25 * draw.normal()),
    industry: draw.weighted(industries),
    country: draw.weighted(countries),
    channel,
  };
}

/** Monthly price in cents; annual contracts pay a sixth less. */
export function monthlyPriceCents(plan: DemoPlan, seats: number, billing: HazardTraits["billing"]): number {
  const { base, seat } = prices[plan];
  return Math.round(((base + seat * seats) * (billing === "annual" ? 5 / 6 : 1)) / 100) * 100;
}

/** Days from `atMs` to a later moment, whole. */
export const wholeDays = (fromMs: number, toMs: number) => Math.floor((toMs - fromMs) / DAY_MS);
