import { z } from "zod";
import { defineHubEvents } from "../hub-contract.ts";

export const segmentEvents = defineHubEvents({
  /** Who is in some segments, or what they are, has changed. */
  segments_changed: { policy: "segments:read", payload: z.object({ segmentIds: z.array(z.uuid()) }) },
});
