import type { SqlClient } from "#platform/db/transaction.ts";
import { changeCustomerTotals } from "./customer-totals.ts";
import {
  byFiles,
  combinedNames,
  jsonField,
  packedSql,
  ruledNames,
  ruledValue,
  type RuledField,
} from "./file-values.ts";
import { tellFrom } from "./value-sources.ts";

/** What the ledger says of one customer: the fields that it knows, null where it knows that there is none. */
export interface LedgerValues {
  customerId: string;
  known: Partial<Record<RuledField, string | number | null>>;
}

const newValue = (name: RuledField) =>
  `case when n.known ? '${name}' then ${ruledValue(name, jsonField("n.known", name), byFiles("c", name))}
    else ${byFiles("c", name)} end`;
const newFileValues = packedSql([
  ...ruledNames.map((key) => ({ key, when: `n.known ? '${key}'`, value: byFiles("c", key) })),
  {
    key: "ledger",
    when: combinedNames.map((name) => `n.known ? '${name}'`).join(" or "),
    value: `jsonb_build_object(${combinedNames.map((name) => `'${name}', n.known -> '${name}'`).join(", ")})`,
  },
]);
const written = [...ruledNames, "file_values"];
const listed = (alias: string) => written.map((name) => `${alias}.${name}`).join(", ");

const updateSql = `update customers c set ${written.map((name) => `${name} = v.${name}`).join(", ")}, updated_at = now()
  from (
    select c.id, ${ruledNames.map((name) => `${newValue(name)} as ${name}`).join(", ")}, ${newFileValues} as file_values
    from jsonb_to_recordset($2::jsonb) as n (id uuid, known jsonb)
    join customers c on c.company_id = $1 and c.id = n.id
  ) v
  where c.company_id = $1 and c.id = v.id and (${listed("c")}) is distinct from (${listed("v")})`;

/**
 * Writes what the ledger says of customers over what files said, which is kept beneath it, and gives back to files the fields
 * that the ledger knows nothing of any more. One statement; a customer that stays as it is is not touched.
 */
export async function writeLedgerValues(
  client: SqlClient,
  companyId: string,
  customers: readonly LedgerValues[],
): Promise<void> {
  if (customers.length === 0) return;
  await changeCustomerTotals(client, companyId, 0);
  await tellFrom(client, companyId, { source: "ledger" });
  await client.query(updateSql, [
    companyId,
    JSON.stringify(customers.map(({ customerId, known }) => ({ id: customerId, known }))),
  ]);
}

/** Money of a customer as files said it: in the currency of its own, else the company's. */
export interface FileMoney {
  customerId: string;
  companyCurrency: string;
  /** The company's. */
  timeZone: string;
  currency: string;
  monthlyRevenueCents: number | null;
  lifetimeValueCents: number | null;
}

/** What files said of customers' money, whoever rules it now. Customers that are gone are left out. */
export async function readFileMoney(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
): Promise<FileMoney[]> {
  const { rows } = await client.query<FileMoney>(
    `select c.id as "customerId", coalesce(${byFiles("c", "currency")}, co.currency) as currency,
       co.currency as "companyCurrency", co.time_zone as "timeZone",
       ${byFiles("c", "monthly_revenue_cents")} as "monthlyRevenueCents",
       ${byFiles("c", "lifetime_value_cents")} as "lifetimeValueCents"
     from customers c join companies co on co.id = c.company_id
     where c.company_id = $1 and c.id = any($2::uuid[])`,
    [companyId, customerIds],
  );
  return rows;
}
