import { z } from "zod";
import { defineHubEvents } from "../hub-contract.ts";

export const settingsEvents = defineHubEvents({
  /** The company's own facts, how it scores, or whether it is about to be deleted. */
  company_changed: { policy: "company:read", payload: z.object({}) },
});
