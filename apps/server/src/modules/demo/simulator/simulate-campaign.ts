import { DAY_MS } from "@forestay/contracts";
import { createDraw, type Draw } from "./draw.ts";
import type { DemoCustomer } from "./simulate-customer.ts";

export interface DemoCampaign {
  /** End of one of the months of their lives. */
  startMs: number;
  measuredDays: number;
  heldShare: number;
  /** Days without a login at that time from which on somebody is in it; 0: everybody. */
  fromSilentDays: number;
  seed: number;
}

/** A customer in a campaign, with what was known of it on its first day. */
export interface DemoEntrant {
  customer: DemoCustomer;
  arm: "sent" | "held";
  variant: "A" | "B";
  priceCents: number;
  tenureDays: number;
  silentDays: number | null;
  paymentFailed: boolean;
}

/**
 * How much likelier a customer leaves without the campaign than with it: the effect that the verdict and the engine have to
 * find. Who has gone quiet is won back; who is in the middle of using it and content is reminded that there is a bill.
 */
export function timesLikelier(silentDays: number | null): number {
  if (silentDays === null || silentDays >= 2) return 6;
  return silentDays < 1 ? 0.5 : 2.5;
}

/**
 * Runs a campaign with a known effect on lives that have been lived: who was held out is drawn with the chance that it has given
 * what became of them (Bayes), which has the same joint distribution as drawing first and living then with that effect. The
 * lives, and everything else of the sample that follows from them, stay as they are.
 */
export function simulateCampaign(
  customers: Iterable<DemoCustomer>,
  { startMs, measuredDays, heldShare, fromSilentDays, seed }: DemoCampaign,
): DemoEntrant[] {
  const draw = createDraw(seed);
  const untilMs = startMs + measuredDays * DAY_MS;
  const known: (Omit<DemoEntrant, "arm" | "variant"> & { leaves: boolean; times: number })[] = [];
  for (const customer of customers) {
    const month = customer.months.findLast(({ atMs }) => atMs <= startMs);
    const { endedAtMs, account } = customer;
    if (month === undefined || (endedAtMs !== null && endedAtMs <= startMs)) continue;
    const silentDays =
      month.lastLoginAtMs === null ? null : Math.max(0, (month.atMs - month.lastLoginAtMs) / DAY_MS);
    if ((silentDays ?? Infinity) < fromSilentDays) continue;
    known.push({
      customer,
      priceCents: month.terms.priceCents,
      tenureDays: (startMs - account.startedAtMs) / DAY_MS,
      silentDays,
      paymentFailed: month.state.payment > 0,
      leaves: endedAtMs !== null && endedAtMs <= untilMs,
      times: timesLikelier(silentDays),
    });
  }
  // Of each kind of customer: the share that leaves in all, of which that of either arm follows.
  const heldOf = new Map(
    [...Map.groupBy(known, ({ times }) => times)].map(([times, some]) => {
      const leaving = some.filter(({ leaves }) => leaves).length / some.length;
      return [times, heldGiven(leaving, times, heldShare)];
    }),
  );
  return known.map(({ leaves, times, ...one }) => ({
    ...one,
    arm: draw.chance(heldOf.get(times)![leaves ? "left" : "stayed"]) ? "held" : "sent",
    variant: draw.chance(0.5) ? "A" : "B",
  }));
}

/** The chance of having been held out, given what became of somebody; with it, leaving is `times` as likely in that arm. */
function heldGiven(leaving: number, times: number, heldShare: number): { left: number; stayed: number } {
  const ofSent = leaving / (heldShare * times + 1 - heldShare);
  const ofHeld = times * ofSent;
  const stayedHeld = heldShare * (1 - ofHeld);
  return {
    left: (heldShare * times) / (heldShare * times + 1 - heldShare),
    stayed: stayedHeld / (stayedHeld + (1 - heldShare) * (1 - ofSent)),
  };
}

/** Who opened and who clicked, and when: mail programs open by themselves. */
export function drawReading(
  draw: Draw,
  sentMs: number,
): { openedMs: number | null; clickedMs: number | null } {
  const opens = draw.chance(0.52);
  const clicks = draw.chance(0.16);
  const openedMs = opens || clicks ? sentMs + draw.int(2, 2_000) * 60_000 : null;
  return { openedMs, clickedMs: clicks && openedMs !== null ? openedMs + draw.int(1, 30) * 60_000 : null };
}
