/** Chance of a false alarm 5 % (two-sided), of seeing an effect that is there 80 %: z of 0.975 plus z of 0.8. */
const Z = 1.959963984540054 + 0.8416212335729143;

/** What a holdout of some size can tell. */
export interface HoldoutPlan {
  /** 0 to 1. */
  readonly holdoutShare: number;
  /** Smallest difference of kept shares, 0 to 1, that is seen in 80 of 100 campaigns; null where none is. */
  readonly smallestEffect: number | null;
}

/**
 * Smallest uplift that `customers` of whom a share is held out can show with 80 % power at 5 %: d = Z sqrt(p0 q0 / n0 + p1 q1 / n1)
 * with p1 = p0 + d, solved by repetition (Fleiss, Levin and Paik 2003, "Statistical methods for rates and proportions",
 * section 4.2, unpooled). Null where even keeping everybody would not be seen.
 * @param keptRate Share of those held out who are expected to stay, 0 to 1.
 */
export function smallestEffect(customers: number, holdoutShare: number, keptRate: number): number | null {
  const held = customers * holdoutShare;
  const sent = customers - held;
  if (!(held >= 1) || !(sent >= 1)) return null;
  const rest = 1 - keptRate;
  // The difference that d has to exceed grows slower than d, so that the least d that does is found by halving.
  const excess = (d: number) => {
    const p1 = keptRate + d;
    return d - Z * Math.sqrt((keptRate * rest) / held + (p1 * (1 - p1)) / sent);
  };
  if (rest <= 0 || excess(rest) < 0) return null;
  let low = 0;
  let high = rest;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (excess(middle) < 0) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Customers, both arms together, after whom an uplift of `effect` is seen in 80 of 100 campaigns; null where it cannot be
 * because more than everybody would have to stay. Source as smallestEffect.
 */
export function customersNeeded(effect: number, holdoutShare: number, keptRate: number): number | null {
  const p1 = keptRate + effect;
  if (!(effect > 0) || p1 > 1 || !(holdoutShare > 0) || !(holdoutShare < 1)) return null;
  const variance = (keptRate * (1 - keptRate)) / holdoutShare + (p1 * (1 - p1)) / (1 - holdoutShare);
  return Math.max(2, Math.ceil(((Z * Z) / (effect * effect)) * variance));
}

/**
 * The smallest of some holdouts that can show an uplift of `effect`; the one that can show the smallest uplift where none
 * of them can.
 */
export function suggestHoldout(
  customers: number,
  { effect, keptRate, shares }: { effect: number; keptRate: number; shares: readonly number[] },
): HoldoutPlan {
  const plans = shares
    .toSorted((a, b) => a - b)
    .map((holdoutShare) => ({
      holdoutShare,
      smallestEffect: smallestEffect(customers, holdoutShare, keptRate),
    }));
  const first = plans.find((plan) => plan.smallestEffect !== null && plan.smallestEffect <= effect);
  const best = plans.reduce((a, b) =>
    (b.smallestEffect ?? Infinity) < (a.smallestEffect ?? Infinity) ? b : a,
  );
  return first ?? best;
}
