import { DAY_MS } from "@forestay/contracts";

/** Size of the account: fixed for life, so that the plan may change without changing the true hazard. */
export type AccountSize = "small" | "mid" | "large";

/** What is fixed about a customer and enters its true hazard. */
export interface HazardTraits {
  size: AccountSize;
  billing: "monthly" | "annual";
  /** Start of the subscription, milliseconds since 1970. */
  startedAtMs: number;
  /** Where its engagement returns to, 2-7: some customers are never very active. */
  engagementCentre: number;
}

/** What changes month by month and no snapshot shows directly. */
export interface LatentState {
  /** 0 (gone quiet) to 8 (in daily use). */
  engagement: number;
  /** 0 pays, 1 a payment failed, 2 overdue. */
  payment: number;
  /** Open support tickets, 0-3. */
  friction: number;
}

/** Length of one simulated month; three of them are the 90-day horizon exactly. */
export const STEP_MS = 30 * DAY_MS;
const STEPS_IN_HORIZON = 3;
export const ENGAGEMENT_LEVELS = 9;
export const PAYMENT_LEVELS = 3;
export const FRICTION_LEVELS = 4;
export const STATES = ENGAGEMENT_LEVELS * PAYMENT_LEVELS * FRICTION_LEVELS;

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
const sizeEffect: Record<AccountSize, number> = { small: 0.45, mid: 0, large: -0.5 };

/**
 * The true chance that a customer who is active at `atMs` leaves within the next 30 days. The coefficients are
 * the demo's secret: the model sees logins, invoices and tickets only.
 */
export function monthlyHazard(traits: HazardTraits, state: LatentState, atMs: number): number {
  const tenureDays = (atMs - traits.startedAtMs) / DAY_MS;
  let logit = -3.75 + sizeEffect[traits.size];
  logit -= 0.92 * (state.engagement - 4);
  logit += [0, 1.3, 2.3][state.payment] ?? 0;
  logit += 0.6 * state.friction;
  if (tenureDays < 90) logit += 0.55;
  else if (tenureDays > 720) logit -= 0.45;
  // Silence together with a failed payment is worse than the two apart: nobody is there to fix the card.
  if (state.engagement <= 2 && state.payment > 0) logit += 0.9;
  if (traits.billing === "annual") logit += renewsWithin(traits, atMs, STEP_MS) ? 1.1 : -1.7;
  return sigmoid(logit);
}

/** Whether an annual contract comes up for renewal in (atMs, atMs + spanMs]. */
export function renewsWithin(traits: HazardTraits, atMs: number, spanMs: number): boolean {
  return nextRenewalMs(traits, atMs) <= atMs + spanMs;
}

/** The first renewal after `atMs`: every 365 days from the start. */
export function nextRenewalMs(traits: HazardTraits, atMs: number): number {
  const yearMs = 365 * DAY_MS;
  const years = Math.max(1, Math.floor((atMs - traits.startedAtMs) / yearMs) + 1);
  return traits.startedAtMs + years * yearMs;
}

/** Chances of one level more and one level less within a step. */
export function engagementMoves(traits: HazardTraits, engagement: number): { up: number; down: number } {
  const pull = 0.055 * (traits.engagementCentre - engagement);
  return {
    up: engagement === ENGAGEMENT_LEVELS - 1 ? 0 : clamp(0.2 + pull, 0.03, 0.55),
    down: engagement === 0 ? 0 : clamp(0.2 - pull, 0.03, 0.45),
  };
}

const paymentMoves: Record<AccountSize, readonly (readonly number[])[]> = {
  small: [
    [0.945, 0.055, 0],
    [0.62, 0.08, 0.3],
    [0.45, 0, 0.55],
  ],
  mid: [
    [0.968, 0.032, 0],
    [0.7, 0.05, 0.25],
    [0.5, 0, 0.5],
  ],
  large: [
    [0.98, 0.02, 0],
    [0.75, 0.05, 0.2],
    [0.5, 0, 0.5],
  ],
};
/** Chances of each payment level one step later. */
export const paymentChances = (traits: HazardTraits, payment: number): readonly number[] =>
  paymentMoves[traits.size][payment] ?? [1, 0, 0];

const FRICTION_UP = 0.13;
const FRICTION_DOWN = 0.45;
/** Chances of one open ticket more and one less. */
export const frictionMoves = (friction: number) => ({
  up: friction === FRICTION_LEVELS - 1 ? 0 : FRICTION_UP,
  down: friction === 0 ? 0 : FRICTION_DOWN,
});

/**
 * The true probability that a customer in `state` at `atMs` leaves within 90 days: exact, by dynamic programming
 * over all states it may pass through (three steps back from the horizon), so that tests can hold predictions
 * against the truth rather than against one draw of it.
 */
export function trueChurnProbability(traits: HazardTraits, state: LatentState, atMs: number): number {
  let later = new Float64Array(STATES);
  for (let step = STEPS_IN_HORIZON - 1; step >= 0; step--) {
    const expected = step === STEPS_IN_HORIZON - 1 ? later : expectedNextStep(traits, later);
    const now = new Float64Array(STATES);
    forEachState((candidate, index) => {
      const hazard = monthlyHazard(traits, candidate, atMs + step * STEP_MS);
      now[index] = hazard + (1 - hazard) * (expected[index] ?? 0);
    });
    later = now;
  }
  return later[stateIndex(state)] ?? 0;
}

/** Mean of a value over the next step's states; the three parts move independently, so one after the other. */
function expectedNextStep(
  traits: HazardTraits,
  values: Float64Array<ArrayBuffer>,
): Float64Array<ArrayBuffer> {
  const at = (source: Float64Array, state: LatentState) => source[stateIndex(state)] ?? 0;
  const overFriction = new Float64Array(STATES);
  forEachState((state, index) => {
    const { up, down } = frictionMoves(state.friction);
    overFriction[index] =
      (1 - up - down) * at(values, state) +
      (up && up * at(values, { ...state, friction: state.friction + 1 })) +
      (down && down * at(values, { ...state, friction: state.friction - 1 }));
  });
  const overPayment = new Float64Array(STATES);
  forEachState((state, index) => {
    overPayment[index] = paymentChances(traits, state.payment).reduce(
      (sum, chance, payment) => sum + chance * at(overFriction, { ...state, payment }),
      0,
    );
  });
  const overEngagement = new Float64Array(STATES);
  forEachState((state, index) => {
    const { up, down } = engagementMoves(traits, state.engagement);
    overEngagement[index] =
      (1 - up - down) * at(overPayment, state) +
      (up && up * at(overPayment, { ...state, engagement: state.engagement + 1 })) +
      (down && down * at(overPayment, { ...state, engagement: state.engagement - 1 }));
  });
  return overEngagement;
}

export function stateIndex(state: LatentState): number {
  return (state.engagement * PAYMENT_LEVELS + state.payment) * FRICTION_LEVELS + state.friction;
}

export function forEachState(visit: (state: LatentState, index: number) => void): void {
  for (let engagement = 0; engagement < ENGAGEMENT_LEVELS; engagement++)
    for (let payment = 0; payment < PAYMENT_LEVELS; payment++)
      for (let friction = 0; friction < FRICTION_LEVELS; friction++) {
        const state = { engagement, payment, friction };
        visit(state, stateIndex(state));
      }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
