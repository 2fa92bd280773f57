import { z } from "zod";
import { defineHubEvents } from "../hub-contract.ts";

export const workEvents = defineHubEvents({
  /** Somebody changed what is kept of a customer: its owner, tags, notes, tasks or case. Null: of many at once. */
  work_changed: { policy: "customers:read", payload: z.object({ customerId: z.uuid().nullable() }) },
});
