// Fields of a customer that the ledger may rule (decision 0063). While it does, the column shows what the ledger says, and
// what files say stands in the customer's `file_values`: a key for each ruled field, with null where files said nothing.

/** With their types. */
const ruledFields = {
  lifetime_value_cents: "bigint",
  monthly_revenue_cents: "bigint",
  currency: "text",
  plan: "text",
  subscription_status: "smallint",
  payment_status: "smallint",
  started_at: "timestamptz",
  ended_at: "timestamptz",
  last_activity_at: "timestamptz",
} as const;
export type RuledField = keyof typeof ruledFields;
export const ruledNames = Object.keys(ruledFields) as RuledField[];
const isRuledField = (name: string): name is RuledField => Object.hasOwn(ruledFields, name);

/**
 * Both are evidence of when a customer came and was last there: the earlier beginning and the later sign of life count. What
 * the ledger says of these is kept too, below the key `ledger`.
 */
const combinedBy: Partial<Record<RuledField, "least" | "greatest">> = {
  started_at: "least",
  last_activity_at: "greatest",
};
export const combinedNames = Object.keys(combinedBy) as RuledField[];

/** A field of the JSON `from` as a value of its column. */
export const jsonField = (from: string, name: RuledField): string =>
  `(${from} ->> '${name}')::${ruledFields[name]}`;

/** What the column shows where the ledger says `told`, and files `byFile`. */
export const ruledValue = (name: RuledField, told: string, byFile: string): string => {
  const combine = combinedBy[name];
  return combine === undefined ? told : `${combine}(${told}, ${byFile})`;
};

/** What files said of a field of `row`, a customer's row: whoever rules it. */
export const byFiles = (row: string, name: RuledField): string =>
  `case when ${row}.file_values ? '${name}' then ${jsonField(`${row}.file_values`, name)} else ${row}.${name} end`;

/**
 * JSON of those `entries` whose condition holds, null where none does. Values go through arrays of one: that is how a null
 * among them is kept, which jsonb_strip_nulls would take along.
 */
export const packedSql = (entries: readonly { key: string; when: string; value: string }[]): string => `(
    select jsonb_object_agg(packed.key, packed.value -> 0) from jsonb_each(jsonb_strip_nulls(jsonb_build_object(
      ${entries.map(({ key, when, value }) => `'${key}', case when ${when} then jsonb_build_array(${value}) end`).join(", ")}))) packed)`;

// An amount means nothing in another currency than it was said in.
const isInOtherCurrency = `c.file_values ? 'currency' and coalesce(r.currency, c.file_values ->> 'currency',
  (select currency from companies where id = $1)) is distinct from coalesce(c.currency, (select currency from companies where id = $1))`;

/** What staged row `r` says that the column of stored customer `c` is to show; null: nothing. */
export function saidByFile(name: string): string {
  if (!isRuledField(name)) return `r.${name}`;
  const isRuled = `c.file_values ? '${name}'`;
  if (combinedBy[name] !== undefined) {
    const told = `(c.file_values #>> '{ledger,${name}}')::${ruledFields[name]}`;
    return `case when ${isRuled} then ${ruledValue(name, told, `coalesce(r.${name}, ${jsonField("c.file_values", name)})`)} else r.${name} end`;
  }
  const isAmount = name === "monthly_revenue_cents" || name === "lifetime_value_cents";
  return `case when ${isRuled}${isAmount ? ` or (${isInOtherCurrency})` : ""} then null else r.${name} end`;
}

/** `file_values` of stored customer `c` after staged row `r`. */
export const fileValuesAfter = `case when c.file_values is not null then c.file_values || jsonb_strip_nulls(jsonb_build_object(
    ${ruledNames
      .map((name) => {
        const isNews =
          name === "started_at"
            ? " and (r.tenure_months is null or r.tenure_months is distinct from c.tenure_months)"
            : "";
        return `'${name}', case when c.file_values ? '${name}' and not coalesce(c.field_sources ? '${name}', false)${isNews}
          then r.${name} end`;
      })
      .join(", ")})) end`;
