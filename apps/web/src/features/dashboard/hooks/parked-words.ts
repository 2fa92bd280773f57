import type { ParkedKind } from "@forestay/contracts/wire";

/** What rows that wait for their customer are called: one and many. */
export const parkedWords: Record<ParkedKind, [one: string, many: string]> = {
  subscriptions: ["subscription", "subscriptions"],
  invoices: ["invoice", "invoices"],
  payment_attempts: ["payment", "payments"],
  events: ["event", "events"],
};
