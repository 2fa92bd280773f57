import { z } from "zod";
import { defineHubEvents } from "../hub-contract.ts";

export const recoveryEvents = defineHubEvents({
  /** Failed payments came, were paid, or somebody decided about one. */
  recovery_changed: { policy: "recovery:read", payload: z.object({}) },
});
