import { z } from "zod";
import { companySchema } from "../auth/schemas.ts";
import { companyNameSchema } from "../names.ts";
import { churnDefinitions } from "../outcomes/churn-rule.ts";
import { wholeDaysSchema } from "../outcomes/schemas.ts";
import { timestamp } from "../shapes.ts";
import { businessModels, churnDates, companySizes } from "./vocabulary.ts";

const LOGO_PREFIX = /^data:image\/(png|jpeg|webp);base64,/;
/** How the bytes of each kind begin; what follows in WebP is its length. */
const logoBeginnings = { png: /^\x89PNG\r\n/, jpeg: /^\xff\xd8\xff/, webp: /^RIFF[^]{4}WEBP/ } as const;
const BEGINNING_LENGTH = 16;

/** Whether a data URL holds what it says: base64 throughout, and bytes that begin as its kind does. */
function isLogo(url: string): boolean {
  const kind = LOGO_PREFIX.exec(url);
  if (kind === null) return false;
  const base64 = url.slice(kind[0].length);
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false;
  return logoBeginnings[kind[1] as keyof typeof logoBeginnings].test(atob(base64.slice(0, BEGINNING_LENGTH)));
}

/** A logo is kept as a small data URL: PNG or SVG-free raster only, at most 200 kB. */
const logoSchema = z.string().max(280_000).refine(isLogo, "Use a PNG, JPEG or WebP image").nullable();

export const companySettingsSchema = companySchema.extend({
  /** Sample customers in a company of people's own, or the whole company a sample with its people. */
  sample: z.enum(["none", "customers", "company"]),
  size: z.enum(companySizes).nullable(),
  businessModel: z.enum(businessModels).nullable(),
  /** When a canceled subscription counts as churned in figures of revenue and retention. */
  churnDate: z.enum(churnDates),
  logo: logoSchema,
  /** When the company will be deleted, if that was asked for. */
  deletionAt: timestamp.nullable(),
});

export const companySettingsBody = z.object({
  name: companyNameSchema,
  currency: z.string().regex(/^[A-Z]{3}$/, "Choose a currency"),
  timeZone: z.string().max(60),
  size: z.enum(companySizes).nullable(),
  businessModel: z.enum(businessModels).nullable(),
  /** Left out: it stays as it is. */
  churnDate: z.enum(churnDates).optional(),
  logo: logoSchema,
});

const bandWords = "Each level must start above the one before, between 1 and 99.";
const riskBandsSchema = z
  .object({
    medium: z.number(bandWords).int(bandWords).min(1, bandWords).max(97, bandWords),
    high: z.number(bandWords).int(bandWords).min(2, bandWords).max(98, bandWords),
    critical: z.number(bandWords).int(bandWords).min(3, bandWords).max(99, bandWords),
  })
  .refine((bands) => bands.medium < bands.high && bands.high < bands.critical, bandWords);

export const scoringSettingsSchema = z.object({
  horizonDays: wholeDaysSchema,
  riskBands: riskBandsSchema,
  /** Bands set by hand stay; else they follow the base rate when a model is trained. */
  bandsAreCustom: z.boolean(),
  churnDefinition: z.enum(churnDefinitions),
  inactiveDays: wholeDaysSchema,
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

export const previewScoringBody = z.object({ riskBands: riskBandsSchema });
