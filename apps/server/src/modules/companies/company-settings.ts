import type { companySettingsSchema } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

export type CompanySettings = z.input<typeof companySettingsSchema>;

/** What a person may change about their company. */
export type CompanyFields = Pick<
  CompanySettings,
  "name" | "currency" | "timeZone" | "size" | "businessModel" | "churnDate" | "logo"
>;

/** A company as its settings show it; `not_found` when it is gone. */
export async function readCompanySettings(tx: Tx, companyId: string): Promise<CompanySettings> {
  const row = await tx
    .selectFrom("companies")
    .select([
      "id",
      "name",
      "currency",
      "time_zone",
      "is_demo",
      "sample_loaded_at",
      "size",
      "business_model",
      "churn_date",
      "logo",
      "deletion_at",
    ])
    .where("id", "=", companyId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    timeZone: row.time_zone,
    isDemo: row.is_demo,
    sample: !row.is_demo ? "none" : row.sample_loaded_at === null ? "company" : "customers",
    size: row.size as CompanySettings["size"],
    businessModel: row.business_model as CompanySettings["businessModel"],
    churnDate: row.churn_date as CompanySettings["churnDate"],
    logo: row.logo,
    deletionAt: row.deletion_at?.toISOString() ?? null,
  };
}

/**
 * Changes the given fields. Throws `validation_failed` for a currency or time zone that does not exist; `at` is where the
 * fields stand in the request ('company.').
 */
export async function updateCompanySettings(
  tx: Tx,
  companyId: string,
  fields: { [F in keyof CompanyFields]?: CompanyFields[F] | undefined },
  at = "",
): Promise<void> {
  const problems: Record<string, string> = {};
  if (fields.currency !== undefined && !isCurrency(fields.currency))
    problems[`${at}currency`] = "Choose a currency";
  if (fields.timeZone !== undefined && !isTimeZone(fields.timeZone))
    problems[`${at}timeZone`] = "Choose a time zone";
  if (Object.keys(problems).length > 0) throw new AppError("validation_failed", { fields: problems });
  await tx
    .updateTable("companies")
    .set({
      ...(fields.name === undefined ? {} : { name: fields.name }),
      ...(fields.currency === undefined ? {} : { currency: fields.currency }),
      ...(fields.timeZone === undefined ? {} : { time_zone: fields.timeZone }),
      ...(fields.size === undefined ? {} : { size: fields.size }),
      ...(fields.businessModel === undefined ? {} : { business_model: fields.businessModel }),
      ...(fields.churnDate === undefined ? {} : { churn_date: fields.churnDate }),
      ...(fields.logo === undefined ? {} : { logo: fields.logo }),
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", companyId)
    .execute();
}

const currencies = new Set(Intl.supportedValuesOf("currency"));
const isCurrency = (code: string) => currencies.has(code);

function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 are accepted by Intl, but they have no summer time and PostgreSQL reads them backwards.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
