import { DAY_MS } from "@forestay/contracts";
import { drawAccount } from "./account.ts";
import { createDraw } from "./draw.ts";
import { STEP_MS } from "./hazard.ts";
import { createNaming } from "./names.ts";
import { simulateCustomer, type DemoCustomer } from "./simulate-customer.ts";

export interface DemoCompanyOptions {
  seed: number;
  /** End of the last snapshot; the company's two years end here. */
  nowMs: number;
  /** Customers in all, those who left included. */
  customers?: number;
  /** Monthly snapshots, of 30 days each. */
  months?: number;
}

export const DEMO_CUSTOMERS = 2_418;
export const DEMO_MONTHS = 24;
/** Share of the customers that were already there when the two years began. */
const SHARE_FROM_BEFORE = 0.52;
const MEAN_AGE_BEFORE_DAYS = 420;

/** The demo company's customers, one after the other: lazily, so that loading them streams. */
export function* simulateCompany(options: DemoCompanyOptions): Generator<DemoCustomer, void, undefined> {
  const { seed, nowMs, customers = DEMO_CUSTOMERS, months = DEMO_MONTHS } = options;
  const draw = createDraw(seed);
  const name = createNaming(draw);
  const windowStartMs = nowMs - (months - 1) * STEP_MS;
  for (let number = 1; number <= customers; number++) {
    const fromBefore = number <= customers * SHARE_FROM_BEFORE;
    const startedAtMs = fromBefore
      ? windowStartMs - Math.min(6 * 365, -MEAN_AGE_BEFORE_DAYS * Math.log(1 - draw.next())) * DAY_MS
      : windowStartMs + draw.next() * (nowMs - 3 * DAY_MS - windowStartMs);
    yield simulateCustomer(draw, drawAccount(draw, name(), number, startedAtMs), nowMs, months);
  }
}
