import { z } from "zod";
import { listOf, pageQuery } from "../list.ts";
import { emailSchema, timestamp } from "../shapes.ts";
import { domainRecordNames, suppressionReasons, SUPPRESSIONS_PAGE_SIZE } from "./vocabulary.ts";

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time like 20:00");
const oneLineOf = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .regex(/^[^\p{Cc}\u2028\u2029<>"]*$/u, "One line, without quotes or angle brackets");

export const sendingSettingsInput = z.object({
  /** Who messages to customers come from. */
  senderName: oneLineOf(100).min(1, "Required"),
  /** Before the @ of a domain of the company's own. */
  localPart: z
    .string()
    .trim()
    .toLowerCase()
    .max(64)
    .regex(/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/, "Letters, digits, '.', '-' and '_'"),
  /** Null: the product's own address, with the company's name on it. */
  domainId: z.uuid().nullable(),
  /** Where answers go; null: to the sender. */
  replyTo: emailSchema.nullable(),
  /** Stands in every marketing message; without it none is started. */
  postalAddress: oneLineOf(300),
  /** At most so many messages to one customer within so many days, campaigns and payment messages together. */
  capMessages: z.int().min(1, "At least 1").max(50, "At most 50"),
  capDays: z.int().min(1, "At least 1").max(90, "At most 90"),
  /** Nothing is sent then, on the customer's own clock; null: at any hour. */
  quietHours: z
    .object({ from: clockTime, to: clockTime })
    .refine(({ from, to }) => from !== to, "They begin and end at the same time")
    .nullable(),
  countsClicks: z.boolean(),
  countsOpens: z.boolean(),
});
export type SendingSettingsInput = z.infer<typeof sendingSettingsInput>;

export const sendingSettingsSchema = sendingSettingsInput.extend({
  /** What a message's sender reads as now. */
  from: z.string(),
  /** Whether a signature of the company's own domain goes with it. */
  isSigned: z.boolean(),
  /** False: there is no mail server, and messages stay in the outbox. */
  mailLeaves: z.boolean(),
});
export type SendingSettings = z.infer<typeof sendingSettingsSchema>;

const domainRecordSchema = z.object({
  name: z.enum(domainRecordNames),
  /** Where the record stands and what it says, to be copied. */
  host: z.string(),
  value: z.string(),
  /** Without it the domain is not used. */
  isRequired: z.boolean(),
  state: z.enum(["found", "missing", "different", "unchecked"]),
  /** What stands there now, where it is another. */
  found: z.string().nullable(),
});

export const senderDomainSchema = z.object({
  id: z.uuid(),
  domain: z.string(),
  records: z.array(domainRecordSchema),
  /** Null: not yet, or not any more. */
  verifiedAt: timestamp.nullable(),
  checkedAt: timestamp.nullable(),
  /** Why the last look did not come to an end; null: it did. */
  problem: z.string().nullable(),
});
export type SenderDomain = z.infer<typeof senderDomainSchema>;

export const senderDomainList = z.object({ items: z.array(senderDomainSchema) });
export const senderDomainInput = z.object({
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(200)
    .regex(
      /^(?=.{4,200}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
      "Enter a domain like mail.example.com",
    ),
});

export const suppressionSchema = z.object({
  id: z.uuid(),
  /** Null: only its fingerprint is kept. */
  address: z.string().nullable(),
  reason: z.enum(suppressionReasons),
  source: z.string(),
  since: timestamp,
});
export type Suppression = z.infer<typeof suppressionSchema>;
export const suppressionQuery = z.object({
  ...pageQuery(SUPPRESSIONS_PAGE_SIZE),
  /** One whole address. */
  address: z.string().trim().max(320).optional(),
  reason: z.enum(suppressionReasons).optional(),
});
export const suppressionList = listOf(suppressionSchema);
export const suppressionInput = z.object({
  address: emailSchema,
  reason: z.enum(["added", "complained"]).default("added"),
});

export const mailTokenParams = z.object({ token: z.string().min(20).max(200) });
/** False: no report, or of no message of this server's; whoever posts it has nothing to do. */
export const mailReportTakenSchema = z.object({ taken: z.boolean() });

/** What whoever holds a message's link may know. */
export const unsubscribeStateSchema = z.object({
  companyName: z.string(),
  isUnsubscribed: z.boolean(),
  /** A message was reported as unwanted: nothing at all is written until it is taken back. */
  isComplained: z.boolean(),
});
export const whereToSchema = z.string();
