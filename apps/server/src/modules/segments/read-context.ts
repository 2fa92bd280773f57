import type { CriterionField } from "@forestay/contracts";
import type { CriterionFormat } from "@forestay/contracts/words";
import { readFilterContext, type FilterContext } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { readCriterionFields } from "./criterion-fields.ts";
import { ruleFormat } from "./rule-words.ts";

/** What rules of a company are read and worded by. */
export interface RuleContext {
  filter: FilterContext;
  fields: CriterionField[];
  format: CriterionFormat;
  currency: string;
  timeZone: string;
}

export async function readRuleContext(tx: Tx, companyId: string, now: Date): Promise<RuleContext> {
  const filter = await readFilterContext(tx, companyId, now);
  const { timeZone } = filter;
  const fields = await readCriterionFields(tx, companyId);
  return {
    filter,
    fields,
    format: ruleFormat(filter.currency, timeZone),
    currency: filter.currency,
    timeZone,
  };
}
