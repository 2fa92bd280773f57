import { z } from "zod";
import { formTraps } from "../form-traps.ts";
import { companyNameSchema, orEmptyName, personNameSchema } from "../names.ts";
import { emailSchema, timestamp } from "../shapes.ts";
import { waitingListStatuses } from "./vocabulary.ts";

export const joinWaitingListBody = z.object({
  email: emailSchema,
  firstName: orEmptyName(personNameSchema),
  lastName: orEmptyName(personNameSchema),
  companyName: orEmptyName(companyNameSchema),
  /** Where the form was opened: 'landing', 'churn-calculator'. */
  source: z
    .string()
    .trim()
    .max(60)
    .regex(/^[a-z0-9-]*$/, "Lower-case letters, digits and hyphens")
    .default("landing"),
  ...formTraps,
});

export const waitingListStatusSchema = z.enum(waitingListStatuses);

export const waitingListEntrySchema = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string(),
  source: z.string(),
  status: waitingListStatusSchema,
  joinedAt: timestamp,
  confirmedAt: timestamp.nullable(),
  invitedAt: timestamp.nullable(),
  /** Until when the invitation's link counts. */
  invitedUntil: timestamp.nullable(),
  registeredAt: timestamp.nullable(),
});
export type WaitingListEntry = z.infer<typeof waitingListEntrySchema>;
