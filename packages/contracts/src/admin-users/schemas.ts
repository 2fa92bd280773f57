import { z } from "zod";
import { companyRoleSchema, platformRoleSchema } from "../policies/schemas.ts";
import { timestamp } from "../shapes.ts";

export const adminUserSchema = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  platformRole: platformRoleSchema,
  companyRole: companyRoleSchema.nullable(),
  companyName: z.string().nullable(),
  isActive: z.boolean(),
  onboardingCompleted: z.boolean(),
  twoFactorEnabled: z.boolean(),
  createdAt: timestamp,
  lastSeenAt: timestamp.nullable(),
});
export type AdminUser = z.infer<typeof adminUserSchema>;

export const changeUserBody = z.object({
  firstName: z.string().trim().max(100),
  lastName: z.string().trim().max(100),
  platformRole: platformRoleSchema,
  companyRole: companyRoleSchema.nullable(),
  isActive: z.boolean(),
});
