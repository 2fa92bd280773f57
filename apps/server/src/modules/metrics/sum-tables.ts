import type { SqlClient } from "#platform/db/transaction.ts";
import type { Sums } from "./sums.ts";

/** What a row of sums can be of, and how PostgreSQL calls that. */
const keyTypes = {
  span: "text",
  plan: "text",
  currency: "text",
  day: "date",
  cohort: "date",
  lasted: "integer",
  words: "text",
} as const;
type SumKey = keyof typeof keyTypes;

/** The tables of sums: what a row is of, besides its company, and what is added up in it. */
export const sumTables = {
  revenue_days: {
    keys: ["plan", "currency", "day"],
    values: [
      "new_minor",
      "expansion_minor",
      "contraction_minor",
      "churn_minor",
      "reactivation_minor",
      "new_count",
      "expansion_count",
      "contraction_count",
      "churn_count",
      "reactivation_count",
    ],
  },
  retention_days: {
    keys: ["span", "plan", "currency", "day"],
    values: [
      "active_at_start",
      "left_voluntary",
      "left_involuntary",
      "left_unknown",
      "came_and_left",
      "opening_minor",
      "kept_minor",
      "closing_minor",
      "lost_voluntary_minor",
      "lost_involuntary_minor",
      "lost_unknown_minor",
    ],
  },
  payment_days: {
    keys: ["currency", "day"],
    values: [
      "failed_count",
      "failed_minor",
      "recovered_count",
      "recovered_minor",
      "open_count",
      "open_minor",
      "paid_count",
      "paid_minor",
    ],
  },
  reason_days: { keys: ["plan", "currency", "day", "words"], values: ["customers", "lost_minor"] },
  tenure_days: { keys: ["plan", "day", "lasted"], values: ["customers"] },
  cohort_days: {
    keys: ["plan", "currency", "cohort", "day"],
    values: ["customers", "began_minor", "kept_count", "kept_minor", "closing_minor"],
  },
} as const satisfies Record<string, { keys: readonly SumKey[]; values: readonly string[] }>;
export type SumTable = keyof typeof sumTables;
export const sumTableNames = Object.keys(sumTables) as SumTable[];

/** Adds to the rows of a table what changed, and forgets rows in which nothing is left. */
export async function addToTable(
  client: SqlClient,
  companyId: string,
  table: SumTable,
  sums: Sums,
): Promise<void> {
  const rows = [...sums.rows()];
  if (rows.length === 0) return;
  const { keys, values } = sumTables[table];
  const columns = [...keys, ...values];
  const arrays = columns.map((column, at) => {
    const type = at >= keys.length ? "bigint" : keyTypes[column as SumKey];
    return `$${at + 2}::${type}[]`;
  });
  const data = columns.map((_, at) =>
    rows.map(({ key, values: row }) => (at < keys.length ? key[at]! : row[at - keys.length]!)),
  );
  await client.query(
    `insert into ${table} (company_id, ${columns.join(", ")})
     select $1, * from unnest(${arrays.join(", ")})
     on conflict (company_id, ${keys.join(", ")}) do update set
       ${values.map((value) => `${value} = ${table}.${value} + excluded.${value}`).join(", ")}`,
    [companyId, ...data],
  );
  const keyArrays = arrays.slice(0, keys.length).join(", ");
  await client.query(
    `delete from ${table} t using unnest(${keyArrays}) as changed (${keys.join(", ")})
     where t.company_id = $1 and ${keys.map((key) => `t.${key} = changed.${key}`).join(" and ")}
       and ${values.map((value) => `t.${value} = 0`).join(" and ")}`,
    [companyId, ...data.slice(0, keys.length)],
  );
}
