import type { RouteResponse, segmentRoutes } from "@forestay/contracts";
import { readSentence } from "@forestay/criteria";
import { sql } from "kysely";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { readRuleContext } from "./read-context.ts";
import { withLabels } from "./rule-words.ts";

/** Customers whose columns are looked at for the values a sentence may name. */
const LOOKED_AT = 2000;
/** A column with more values than this holds names or ids. */
const MOST_VALUES = 60;

/** The rule that a sentence asks for, by what this company has; nothing leaves the machine, and nothing is guessed. */
export async function readSegmentSentence(
  db: Database,
  companyId: string,
  text: string,
  now: Date,
): Promise<RouteResponse<typeof segmentRoutes.sentence>> {
  return withTenant(db, companyId, async (tx) => {
    const { fields, format } = await readRuleContext(tx, companyId, now);
    const read = readSentence(text, { fields, values: await readValues(tx, companyId) });
    return { ...read, criteria: withLabels(read.criteria, fields, format) };
  });
}

async function readValues(tx: Tx, companyId: string): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ field: string; values: string[] }>`
    select 'attributes.' || key as field, array_agg(distinct value #>> '{}') as values
    from (select attributes from customers where company_id = ${companyId} order by id desc limit ${LOOKED_AT}) c,
      jsonb_each(c.attributes)
    where jsonb_typeof(value) = 'string' and length(value #>> '{}') between 2 and 60
    group by 1 having count(distinct value #>> '{}') <= ${MOST_VALUES}`.execute(tx);
  return Object.fromEntries(rows.map(({ field, values }) => [field, values]));
}
