import { z } from "zod";
import { companyRoles, platformRoles, policyTable } from "./policies.ts";
import type { NamedPolicy } from "./policies.ts";

export const platformRoleSchema = z.enum(platformRoles);

export const companyRoleSchema = z.enum(companyRoles);

export const namedPolicySchema = z.enum(Object.keys(policyTable) as [NamedPolicy, ...NamedPolicy[]]);
