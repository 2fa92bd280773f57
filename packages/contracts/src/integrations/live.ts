import { z } from "zod";
import { defineHubEvents } from "../hub-contract.ts";
import { integrationProviderSchema } from "./schemas.ts";

export const integrationEvents = defineHubEvents({
  /** A connected system stands otherwise: it came further, ended a run, lost its way in. */
  integration_changed: {
    policy: "integrations:read",
    payload: z.object({ provider: integrationProviderSchema }),
  },
});
