import { z } from "zod";
import { businessModels, companySizes } from "./account.ts";
import { companySchema } from "./auth.ts";
import { churnDefinitions, inactiveDaysSchema } from "./churn-rule.ts";
import { emptyResponse, idParams, listOf, pageQuery, timestamp } from "./list.ts";
import { companyRoleSchema, namedPolicySchema } from "./policies.ts";
import { defineRoute } from "./route.ts";

const email = z.string().trim().toLowerCase().max(320).pipe(z.email("Enter a valid e-mail address"));

/** A logo is kept as a small data URL: PNG or SVG-free raster only, at most 200 kB. */
const logo = z
  .string()
  .max(280_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,/, "Use a PNG, JPEG or WebP image")
  .nullable();

/** Between asking to delete a company and its end: time to change one's mind. */
export const DELETION_GRACE_DAYS = 7;

export const companySettingsSchema = companySchema.extend({
  /** Sample customers in a company of people's own, or the whole company a sample with its people. */
  sample: z.enum(["none", "customers", "company"]),
  size: z.enum(companySizes).nullable(),
  businessModel: z.enum(businessModels).nullable(),
  logo,
  /** When the company will be deleted, if that was asked for. */
  deletionAt: timestamp.nullable(),
});

const riskBands = z
  .object({
    medium: z.number().int().min(1).max(97),
    high: z.number().int().min(2).max(98),
    critical: z.number().int().min(3).max(99),
  })
  .refine(
    (bands) => bands.medium < bands.high && bands.high < bands.critical,
    "Each level must start above the one before",
  );

export const scoringSettingsSchema = z.object({
  horizonDays: z.number().int().min(7).max(365),
  riskBands,
  /** Bands set by hand stay; else they follow the base rate when a model is trained. */
  bandsAreCustom: z.boolean(),
  churnDefinition: z.enum(churnDefinitions),
  inactiveDays: inactiveDaysSchema,
  /**
   * Share of customers that really leaves within the horizon, 0-1: for a labelled file that is not a fair sample (half
   * of it leavers). Null: the file's own share is taken for true.
   */
  trueLeavingShare: z.number().min(0.001).max(0.99).nullable().default(null),
});

/** Today's customers under each definition, from what is recorded. */
export const churnPreviewSchema = z.object({
  customers: z.number().int(),
  /** Of them, by the company's own 'left: yes/no': the same under every definition. */
  labelled: z.number().int(),
  /** Without any recorded activity: silence says nothing about them. */
  withoutActivity: z.number().int(),
  /** The newest activity of any customer: silence is counted up to here. Null: no activity is recorded. */
  activityUntil: timestamp.nullable(),
  definitions: z.array(z.object({ definition: z.enum(churnDefinitions), gone: z.number().int() })),
});
export type ChurnPreview = z.infer<typeof churnPreviewSchema>;

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

export const invitationSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  role: companyRoleSchema,
  invitedBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
});

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** 'fsk_…' and its last characters, to tell keys apart; the whole is kept as a hash only. */
  prefix: z.string(),
  scopes: z.array(namedPolicySchema),
  /** Scopes without effect now: what the maker's present role does not allow, all of them once the maker is deactivated. */
  stoppedScopes: z.array(namedPolicySchema),
  makerIsActive: z.boolean(),
  createdBy: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
});

export const auditEntrySchema = z.object({
  id: z.uuid(),
  occurredAt: timestamp,
  /** Name of the person, the API key, or 'Forestay' for a job on nobody's behalf. */
  actor: z.string(),
  via: z.enum(["screen", "api_key", "job"]),
  action: z.string(),
  target: z.string().nullable(),
  ipAddress: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

const auditFilter = {
  action: z.string().max(60).optional(),
  actor: z.string().max(200).optional(),
  /** First and last day, in the company's time zone. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

const download = z.object({ downloadPath: z.string(), expiresAt: timestamp });

export const previewScoringBody = z.object({ riskBands });

export const companyRoutes = {
  getSettings: defineRoute({
    method: "GET",
    path: "/company",
    summary: "My company",
    policy: "company:read",
    response: companySettingsSchema,
    rateLimit: "read",
    tags: ["Company"],
  }),
  updateSettings: defineRoute({
    method: "PUT",
    path: "/company",
    summary: "Change name, currency, time zone and logo",
    policy: "company:manage",
    body: z.object({
      name: z.string().trim().min(1, "Required").max(200),
      currency: z.string().regex(/^[A-Z]{3}$/, "Choose a currency"),
      timeZone: z.string().max(60),
      size: z.enum(companySizes).nullable(),
      businessModel: z.enum(businessModels).nullable(),
      logo,
    }),
    response: companySettingsSchema,
    rateLimit: "write",
    tags: ["Company"],
  }),
  getScoring: defineRoute({
    method: "GET",
    path: "/company/scoring",
    summary: "Horizon, risk bands and what counts as having left",
    policy: "settings:read",
    response: scoringSettingsSchema,
    rateLimit: "read",
    tags: ["Company"],
  }),
  previewScoring: defineRoute({
    method: "POST",
    path: "/company/scoring/preview",
    summary: "How many customers each level would hold with these bands",
    policy: "settings:read",
    body: previewScoringBody,
    response: z.object({
      levels: z.array(z.object({ level: z.number().int(), customers: z.number().int() })),
      notScored: z.number().int(),
    }),
    rateLimit: "read",
    tags: ["Company"],
  }),
  previewChurn: defineRoute({
    method: "POST",
    path: "/company/scoring/churn-preview",
    summary: "How many customers count as gone today, by each definition of having left",
    policy: "settings:read",
    body: z.object({ inactiveDays: inactiveDaysSchema }),
    response: churnPreviewSchema,
    rateLimit: "read",
    tags: ["Company"],
  }),
  updateScoring: defineRoute({
    method: "PUT",
    path: "/company/scoring",
    summary: "Change how customers are scored",
    policy: "settings:write",
    body: scoringSettingsSchema,
    response: scoringSettingsSchema,
    rateLimit: "write",
    tags: ["Company"],
  }),
  listTeam: defineRoute({
    method: "GET",
    path: "/company/team",
    summary: "Members and open invitations",
    policy: "company:read",
    response: z.object({
      members: z.array(teamMemberSchema),
      invitations: z.array(invitationSchema),
      /** False where mail stays in the built-in outbox: an invitation's link is then passed on by hand. */
      mailLeaves: z.boolean(),
    }),
    rateLimit: "read",
    tags: ["Team"],
  }),
  invite: defineRoute({
    method: "POST",
    path: "/company/invitations",
    summary: "Invite a person by e-mail",
    policy: "company:invite",
    body: z.object({ email, role: companyRoleSchema }),
    response: invitationSchema,
    status: 201,
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    tags: ["Team"],
  }),
  resendInvitation: defineRoute({
    method: "POST",
    path: "/company/invitations/:id/resend",
    summary: "Mail the invitation again with a new link",
    policy: "company:invite",
    params: idParams,
    response: invitationSchema,
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    tags: ["Team"],
  }),
  makeInvitationLink: defineRoute({
    method: "POST",
    path: "/company/invitations/:id/link",
    summary:
      "Where no mail leaves: a new link to pass on oneself, answered once; the one before stops working",
    policy: "company:invite",
    params: idParams,
    response: z.object({ link: z.string(), invitation: invitationSchema }),
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    tags: ["Team"],
  }),
  revokeInvitation: defineRoute({
    method: "DELETE",
    path: "/company/invitations/:id",
    summary: "Withdraw an invitation; its link stops working",
    policy: "company:invite",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    tags: ["Team"],
  }),
  updateMember: defineRoute({
    method: "PUT",
    path: "/company/team/:id",
    summary: "Change a member's role, or deactivate and reactivate them; the last Owner stays",
    policy: "company:manage",
    params: idParams,
    body: z.object({ companyRole: companyRoleSchema, isActive: z.boolean() }),
    response: teamMemberSchema,
    peopleOnly: true,
    rateLimit: "write",
    tags: ["Team"],
  }),
  transferOwnership: defineRoute({
    method: "POST",
    path: "/company/team/:id/transfer-ownership",
    summary: "Make a member Owner and become Staff",
    policy: "company:manage",
    params: idParams,
    body: z.object({ password: z.string().max(200) }),
    response: emptyResponse,
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    tags: ["Team"],
  }),
  listApiKeys: defineRoute({
    method: "GET",
    path: "/company/api-keys",
    summary: "API keys, with their last use",
    policy: "company:manage",
    response: z.object({ items: z.array(apiKeySchema) }),
    rateLimit: "read",
    tags: ["API keys"],
  }),
  createApiKey: defineRoute({
    method: "POST",
    path: "/company/api-keys",
    summary: "A new API key; its text is answered once and never again",
    policy: "company:manage",
    body: z.object({
      name: z.string().trim().min(1, "Required").max(100),
      scopes: z.array(namedPolicySchema).min(1, "Choose at least one").max(30),
    }),
    response: z.object({ key: z.string(), apiKey: apiKeySchema }),
    status: 201,
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    tags: ["API keys"],
  }),
  revokeApiKey: defineRoute({
    method: "DELETE",
    path: "/company/api-keys/:id",
    summary: "Revoke a key at once",
    policy: "company:manage",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    tags: ["API keys"],
  }),
  listAudit: defineRoute({
    method: "GET",
    path: "/company/audit",
    summary: "Who changed what, when and from where",
    policy: "company:manage",
    query: z.object({ ...pageQuery(50), ...auditFilter }),
    response: listOf(auditEntrySchema),
    rateLimit: "read",
    tags: ["Audit"],
  }),
  exportAudit: defineRoute({
    method: "POST",
    path: "/company/audit/exports",
    summary: "A one-time link to the filtered audit log as CSV",
    policy: "company:manage",
    body: z.object(auditFilter),
    response: download,
    rateLimit: "write",
    idempotent: true,
    tags: ["Audit"],
  }),
  exportEverything: defineRoute({
    method: "POST",
    path: "/company/exports",
    summary: "A one-time link to everything of the company: one zip of CSV, JSON lines and a schema",
    policy: "company:manage",
    response: download,
    rateLimit: "write",
    idempotent: true,
    tags: ["Company"],
  }),
  requestDeletion: defineRoute({
    method: "POST",
    path: "/company/deletion",
    summary: "Delete the company after a grace period; asks for its name, typed",
    policy: "company:manage",
    body: z.object({ typedName: z.string().max(200), password: z.string().max(200) }),
    response: companySettingsSchema,
    rateLimit: "write",
    idempotent: true,
    tags: ["Company"],
  }),
  cancelDeletion: defineRoute({
    method: "DELETE",
    path: "/company/deletion",
    summary: "Keep the company after all",
    policy: "company:manage",
    response: companySettingsSchema,
    rateLimit: "write",
    tags: ["Company"],
  }),
};
