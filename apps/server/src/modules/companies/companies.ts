import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { countCompanyRows } from "./company-rows.ts";

export interface Company {
  id: string;
  name: string;
  currency: string;
  timeZone: string;
  isDemo: boolean;
}

export interface NewCompany {
  /** Made by the database unless given: where the transaction must be the new company's own. */
  id?: string;
  name: string;
  /** ISO 4217; USD unless given. */
  currency?: string;
  /** IANA name; UTC unless given. */
  timeZone?: string;
  isDemo?: boolean;
}

/** Adds a company (tenant). Companies are not tenant rows themselves: use withSystem. */
export async function createCompany(tx: Tx, company: NewCompany): Promise<Company> {
  return tx
    .insertInto("companies")
    .values({
      name: company.name,
      ...(company.id === undefined ? {} : { id: company.id }),
      ...(company.currency === undefined ? {} : { currency: company.currency }),
      ...(company.timeZone === undefined ? {} : { time_zone: company.timeZone }),
      ...(company.isDemo === undefined ? {} : { is_demo: company.isDemo }),
    })
    .returning(["id", "name", "currency", "time_zone as timeZone", "is_demo as isDemo"])
    .executeTakeFirstOrThrow();
}

/** Removes a company, its people and every row of its own, by the foreign keys' cascade. */
export async function deleteCompany(tx: Tx, companyId: string): Promise<void> {
  await tx.deleteFrom("companies").where("id", "=", companyId).execute();
  // Work spaces have no foreign keys, for speed: an import that was at work would otherwise keep the company alive.
  for (const { table } of await countCompanyRows(tx, companyId)) {
    await sql`delete from ${sql.table(table)} where company_id = ${companyId}`.execute(tx);
  }
}

/** The labelled sample company, where it has been loaded and not removed. */
export async function findDemoCompany(tx: Tx): Promise<Company | undefined> {
  return (
    tx
      .selectFrom("companies")
      .select(["id", "name", "currency", "time_zone as timeZone", "is_demo as isDemo"])
      .where("is_demo", "=", true)
      // A person's own company with sample customers in it is not the sample company.
      .where("sample_loaded_at", "is", null)
      .orderBy("created_at")
      .executeTakeFirst()
  );
}
