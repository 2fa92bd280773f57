import { z } from "zod";
import { companyRoleSchema } from "../policies/schemas.ts";
import { emailSchema, timestamp } from "../shapes.ts";

export const teamMemberSchema = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  companyRole: companyRoleSchema,
  isActive: z.boolean(),
  twoFactorEnabled: z.boolean(),
  lastSeenAt: timestamp.nullable(),
});

export const inviteBody = z.object({ email: emailSchema, role: companyRoleSchema });

export const invitationSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  role: companyRoleSchema,
  invitedBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** Whether the invited person found that they cannot join with this address; why is theirs to know. */
  isUnusable: z.boolean(),
});

/** How much is a member's. */
export const memberWorkSchema = z.object({
  customers: z.number().int(),
  openTasks: z.number().int(),
  openCases: z.number().int(),
});
export type MemberWork = z.infer<typeof memberWorkSchema>;
