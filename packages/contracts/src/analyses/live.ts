import { z } from "zod";
import { defineHubEvents } from "../hub-contract.ts";

export const analysisEvents = defineHubEvents({
  analysis_completed: { policy: "analytics:read", payload: z.object({ analysisId: z.uuid() }) },
});
