import type { CancelOutcome } from "@forestay/contracts";
import { defineEvent } from "#platform/events/domain-events.ts";

export interface CancelDecided {
  companyId: string;
  customerId: string;
  /** What the customer wants. Nobody knows yet on which day it takes effect: the company says so when it does it. */
  outcome: CancelOutcome;
  decidedAt: Date;
}

/** A customer has gone through the cancel flow to its end. */
export const cancelDecided = defineEvent<CancelDecided>("cancel-flow.decided");
