import { z } from "zod";
import { timestamp } from "../shapes.ts";

export const outboxMailSchema = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  createdAt: timestamp,
  status: z.enum(["kept", "queued", "sending", "sent", "failed", "unknown"]),
});
