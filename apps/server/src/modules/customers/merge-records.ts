import type { SqlClient } from "#platform/db/transaction.ts";
import { changeCustomerTotals } from "./customer-totals.ts";
import { byFiles, type RuledField } from "./file-values.ts";
import { tellFrom } from "./value-sources.ts";

// The kept record `k`, the other `o`. Where the ledger rules a field, what files said beneath it is merged; what the ledger
// says is told anew once its rows are one customer's.
const file = (row: "k" | "o", name: RuledField) => `(${byFiles(row, name)})`;
const either = (name: RuledField) => `coalesce(${file("k", name)}, ${file("o", name)})`;

const knowsMoney = (row: "k" | "o") =>
  `(${file(row, "monthly_revenue_cents")} is not null or ${file(row, "lifetime_value_cents")} is not null)`;
const currencyOf = (row: "k" | "o") =>
  `coalesce(${file(row, "currency")}, (select currency from companies where id = $1))`;
// An amount means nothing in another currency than it was said in.
const amount = (name: RuledField) =>
  `case when not ${knowsMoney("k")} or ${currencyOf("k")} = ${currencyOf("o")} then ${either(name)} else ${file("k", name)} end`;
// Whether somebody is there is one statement of several fields: half of it from each would be nobody's.
const standing = ["k.churned", "k.churned_at", file("k", "ended_at"), file("k", "subscription_status")];
const isStandingUnknown = `(${standing.map((value) => `${value} is null`).join(" and ")})`;
const ofStanding = (kept: string, other: string) =>
  `case when ${isStandingUnknown} then ${other} else ${kept} end`;
const cameEarlier = `(${file("k", "started_at")} is null or ${file("o", "started_at")} < ${file("k", "started_at")})`;

/** Column -> its value of the two records. The score stays the kept one's: it is of what was known of that. */
const mergedValues = {
  external_id: "coalesce(k.external_id, o.external_id)",
  email: "coalesce(k.email, o.email)",
  full_name: "coalesce(k.full_name, o.full_name)",
  plan: either("plan"),
  payment_status: either("payment_status"),
  lifetime_value_cents: amount("lifetime_value_cents"),
  monthly_revenue_cents: amount("monthly_revenue_cents"),
  currency: `case when ${knowsMoney("k")} then ${file("k", "currency")}
    when ${knowsMoney("o")} then ${file("o", "currency")} else ${either("currency")} end`,
  subscription_status: ofStanding(file("k", "subscription_status"), file("o", "subscription_status")),
  ended_at: ofStanding(file("k", "ended_at"), file("o", "ended_at")),
  churned: ofStanding("k.churned", "o.churned"),
  churned_at: ofStanding("k.churned_at", "o.churned_at"),
  started_at: `least(${file("k", "started_at")}, ${file("o", "started_at")})`,
  tenure_months: `case when ${cameEarlier} then coalesce(o.tenure_months, k.tenure_months) else k.tenure_months end`,
  last_activity_at: `greatest(${file("k", "last_activity_at")}, ${file("o", "last_activity_at")})`,
  last_login_at: "greatest(k.last_login_at, o.last_login_at)",
  attributes: "o.attributes || jsonb_strip_nulls(k.attributes)",
  file_values: "null::jsonb",
  created_import_id: "coalesce(k.created_import_id, o.created_import_id)",
  // Ids rise with time: the later one.
  last_import_id: "greatest(k.last_import_id, o.last_import_id)",
  created_at: "least(k.created_at, o.created_at)",
  updated_at: "now()",
} satisfies Record<RuledField, string> & Record<string, string>;

/**
 * Makes one record of two: values of the kept one win, its empty ones are filled from the other, which is deleted with the
 * rows that are still its own. The caller has moved what is to be kept and tells the ledger's values anew.
 */
export async function mergeRecords(
  client: SqlClient,
  companyId: string,
  { keptId, otherId }: { keptId: string; otherId: string },
): Promise<void> {
  const { rows } = await client.query<{ other: unknown }>(
    "select to_jsonb(c) as other from customers c where company_id = $1 and id = $2",
    [companyId, otherId],
  );
  await changeCustomerTotals(client, companyId, 0);
  await tellFrom(client, companyId, { source: "merge" });
  // First gone: two customers of one company cannot have one id, and the kept one may take it.
  await client.query("delete from customers where company_id = $1 and id = $2", [companyId, otherId]);
  await client.query(
    `update customers c set ${Object.keys(mergedValues)
      .map((name) => `${name} = v.${name}`)
      .join(", ")}
     from (select ${Object.entries(mergedValues)
       .map(([name, value]) => `${value} as ${name}`)
       .join(", ")}
       from customers k, jsonb_populate_record(null::customers, $3) o where k.company_id = $1 and k.id = $2) v
     where c.company_id = $1 and c.id = $2`,
    [companyId, keptId, JSON.stringify(rows[0]?.other ?? null)],
  );
  await changeCustomerTotals(client, companyId, -1);
}
