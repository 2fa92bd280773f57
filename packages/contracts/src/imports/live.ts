import { z } from "zod";
import { defineHubEvents } from "../hub-contract.ts";

export const importEvents = defineHubEvents({
  import_completed: { policy: "customers:read", payload: z.object({ importId: z.uuid() }) },
});
