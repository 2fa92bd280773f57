import type { Criterion, Finding, FindingsInsights } from "@forestay/contracts";
import { readEventTypeNames } from "#modules/ledger/index.ts";
import { readModelFindings } from "#modules/models/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { readAsked, type InsightsQuery } from "./insights-scope.ts";
import { listedField } from "./listed-field.ts";
import { readYesNoFields } from "./yes-no-fields.ts";

/** What goes with leaving, as it was tested when the model in use was trained. */
export async function readFindingsInsights(
  db: Database,
  companyId: string,
  query: InsightsQuery,
  now: Date,
): Promise<FindingsInsights> {
  return withTenant(db, companyId, async (tx) => {
    const { told: scope } = await readAsked(tx, companyId, query, now);
    const listed = {
      hasLedger: scope.currencies.length > 0,
      eventTypes: await readEventTypeNames(tx, companyId),
    };
    const yesNo = await readYesNoFields(tx, companyId);
    const known = await readModelFindings(tx, companyId);
    const nothing = { scope, testedOn: null, tested: 0, held: 0, findings: [] };
    if (known === null)
      return {
        ...nothing,
        missing: "Needs a model that has learned who left: run an analysis.",
      };
    const { measuredOn, tested, findings } = known;
    if (tested === null || measuredOn === null || measuredOn === undefined)
      return {
        ...nothing,
        missing: `Model ${known.modelVersion} was trained before statements were tested: the next analysis that trains fills it.`,
      };
    if (tested === 0)
      return {
        ...nothing,
        missing:
          "Too few customers left, or share anything, to test a statement: 50 on either side are needed.",
      };
    return {
      scope,
      testedOn: {
        modelVersion: known.modelVersion,
        trainedAt: known.trainedAt.toISOString(),
        customers: measuredOn.customers,
        left: measuredOn.outcomes,
        day: measuredOn.day,
        horizonDays: known.horizonDays,
      },
      tested,
      held: findings.filter(({ holds }) => holds).length,
      findings: [...findings.filter(({ holds }) => holds), ...findings.filter(({ holds }) => !holds)].map(
        ({ rule, ...finding }) => ({
          ...finding,
          condition: conditionOf(listedField(finding.base, listed), rule, yesNo),
        }),
      ),
      missing: null,
    };
  });
}

/** What the customers' list is asked for who has it today. Models know a yes or no by its word, customers' rows as itself. */
function conditionOf(
  field: string | null,
  rule: Finding["rule"],
  yesNo: ReadonlySet<string>,
): Criterion | null {
  if (field === null || rule === null) return null;
  const { operator, value } = rule;
  return { field, operator, value: yesNo.has(field) && typeof value === "string" ? value === "Yes" : value };
}
