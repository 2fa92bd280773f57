import { z } from "zod";
import { companySchema } from "../auth/schemas.ts";
import { churnDefinitions } from "../outcomes/churn-rule.ts";
import { inactiveDaysSchema } from "../outcomes/schemas.ts";
import { timestamp } from "../shapes.ts";
import { businessModels, companySizes } from "./vocabulary.ts";

/** A logo is kept as a small data URL: PNG or SVG-free raster only, at most 200 kB. */
export const logoSchema = z
  .string()
  .max(280_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,/, "Use a PNG, JPEG or WebP image")
  .nullable();

export const companySettingsSchema = companySchema.extend({
  /** Sample customers in a company of people's own, or the whole company a sample with its people. */
  sample: z.enum(["none", "customers", "company"]),
  size: z.enum(companySizes).nullable(),
  businessModel: z.enum(businessModels).nullable(),
  logo: logoSchema,
  /** When the company will be deleted, if that was asked for. */
  deletionAt: timestamp.nullable(),
});

const riskBandsSchema = z
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
  riskBands: riskBandsSchema,
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

export const previewScoringBody = z.object({ riskBands: riskBandsSchema });
