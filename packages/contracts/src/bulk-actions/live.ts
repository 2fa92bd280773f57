import { z } from "zod";
import { defineHubEvents } from "../hub-contract.ts";

export const bulkActionEvents = defineHubEvents({
  /** An action on many customers has come further, or to its end. */
  bulk_action_moved: { policy: "customers:read", payload: z.object({ id: z.uuid() }) },
});
