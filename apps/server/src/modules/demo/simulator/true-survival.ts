import type { DemoAccount } from "./account.ts";
import {
  engagementMoves,
  forEachState,
  frictionMoves,
  monthlyHazard,
  paymentChances,
  STATES,
  STEP_MS,
  stateIndex,
  type LatentState,
} from "./hazard.ts";

/**
 * The true chance that an account which came before `firstMonthMs`, the end of its first month, is still there 0, 1, 2, ...
 * `steps` months later: exact, by carrying the chances of all hidden states forward. Not one draw of a life is in it.
 */
export function trueSurvival(account: DemoAccount, firstMonthMs: number, steps: number): Float64Array {
  const survival = new Float64Array(steps + 1).fill(1);
  let chances = new Float64Array(STATES);
  chances[stateIndex({ engagement: account.engagementCentre, payment: 0, friction: 0 })] = 1;
  for (let step = 0; step < steps; step++) {
    const next = new Float64Array(STATES);
    let staying = 0;
    forEachState((state, index) => {
      const chance = chances[index] ?? 0;
      if (chance === 0) return;
      const stays = chance * (1 - monthlyHazard(account, state, firstMonthMs + step * STEP_MS));
      staying += stays;
      spread(account, state, stays, next);
    });
    survival[step + 1] = staying;
    chances = next;
  }
  return survival;
}

/** Shares a chance among the states of the next month; the three parts of a state move independently. */
function spread(account: DemoAccount, state: LatentState, chance: number, into: Float64Array): void {
  const engagement = moves(state.engagement, engagementMoves(account, state.engagement));
  const friction = moves(state.friction, frictionMoves(state.friction));
  for (const [payment, paymentChance] of paymentChances(account, state.payment).entries()) {
    if (paymentChance === 0) continue;
    for (const [level, levelChance] of engagement) {
      for (const [tickets, ticketsChance] of friction) {
        const index = stateIndex({ engagement: level, payment, friction: tickets });
        into[index] = (into[index] ?? 0) + chance * paymentChance * levelChance * ticketsChance;
      }
    }
  }
}

function moves(level: number, { up, down }: { up: number; down: number }): (readonly [number, number])[] {
  return (
    [
      [level + 1, up],
      [level - 1, down],
      [level, 1 - up - down],
    ] as const
  ).filter(([, share]) => share > 0);
}
