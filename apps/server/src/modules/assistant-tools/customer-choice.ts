import {
  criteriaSchema,
  RiskLevel,
  type CriteriaNode,
  type Criterion,
  type CriterionScalar,
} from "@forestay/contracts";
import { z } from "zod";
import { readStaffNames } from "#modules/companies/index.ts";
import { listTags } from "#modules/customers/index.ts";
import { checkConditions, findSegment } from "#modules/segments/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

const levels = Object.keys(RiskLevel) as [keyof typeof RiskLevel, ...(keyof typeof RiskLevel)[]];

/** Which customers: the ordinary questions by name, everything else as lines of a rule. All of it has to hold. */
export const customerChoice = {
  search: z.string().min(1).max(200).optional().describe("Part of a name, an e-mail address or an id"),
  riskLevels: z.array(z.enum(levels)).min(1).optional().describe("Any of these levels of risk"),
  minScore: z.number().int().min(0).max(100).optional().describe("Churn risk score of at least so much"),
  maxScore: z.number().int().min(0).max(100).optional().describe("Churn risk score of at most so much"),
  plan: z.string().min(1).max(200).optional().describe("Exactly this plan"),
  minMonthlyRevenue: z.number().min(0).optional().describe("In major units of the company's currency"),
  owner: z.string().min(1).max(200).optional().describe("Name of who looks after them, or 'nobody'"),
  tag: z.string().min(1).max(40).optional().describe("Name of a tag that they have"),
  segmentId: z.uuid().optional().describe("In this segment, by its id of list_segments"),
  hasLeft: z.boolean().optional().describe("Whether they have left; both unless given"),
  criteria: criteriaSchema
    .optional()
    .describe(
      'Lines beyond these: { "field", "operator", "value" }, or groups { "match": "all" | "any" | "none", "criteria" }. Fields: fullName, email, externalId, lifetimeValue, monthlyRevenue, tenureDays, daysSinceActivity, renewalInDays, openInvoices, overdueInvoices, failedPayments.<days>, scoreChange.<days>, events.<days>.<event>, sinceEvent.<event>, attributes.<column>. Operators: Equals, NotEquals, GreaterThan, LessThan, Contains, In, NotIn; of dates InLast, NotInLast, InNext with a number of days',
    ),
};
type Choice = z.output<z.ZodObject<typeof customerChoice>>;

/**
 * A choice as the customers' filter. Throws `validation_failed` for an owner, a tag or a segment that is not there, and for each line
 * of `criteria` that nobody could have meant, at its place, as lists do (decision 0152).
 */
export async function filterOf(
  tx: Tx,
  companyId: string,
  choice: Choice,
  now: Date,
): Promise<{ search?: string; conditions: CriteriaNode[] }> {
  const line = (
    field: string,
    operator: Criterion["operator"],
    value: CriterionScalar | CriterionScalar[] | null,
  ) => [{ field, operator, value }];
  await checkConditions(tx, companyId, choice.criteria ?? [], { root: "criteria", now });
  const { riskLevels, minScore, maxScore, plan, minMonthlyRevenue, owner, tag, segmentId, hasLeft } = choice;
  return {
    ...(choice.search === undefined ? {} : { search: choice.search }),
    conditions: [
      ...(riskLevels
        ? line(
            "churnRiskLevel",
            "In",
            riskLevels.map((name) => RiskLevel[name]),
          )
        : []),
      ...(minScore === undefined ? [] : line("churnRiskScore", "GreaterThan", minScore - 1)),
      ...(maxScore === undefined ? [] : line("churnRiskScore", "LessThan", maxScore + 1)),
      ...(plan === undefined ? [] : line("plan", "Equals", plan)),
      ...(minMonthlyRevenue === undefined
        ? []
        : [
            {
              match: "any" as const,
              criteria: [
                ...line("monthlyRevenue", "GreaterThan", minMonthlyRevenue),
                ...line("monthlyRevenue", "Equals", minMonthlyRevenue),
              ],
            },
          ]),
      ...(owner === undefined ? [] : line("owner", "Equals", await ownerNamed(tx, companyId, owner))),
      ...(tag === undefined ? [] : line("tags", "In", [await tagNamed(tx, companyId, tag)])),
      ...(segmentId === undefined ? [] : line("segments", "In", [await segmentOf(tx, companyId, segmentId)])),
      ...(hasLeft === undefined ? [] : line("hasLeft", "Equals", hasLeft)),
      ...(choice.criteria ?? []),
    ],
  };
}

async function ownerNamed(tx: Tx, companyId: string, name: string): Promise<string | null> {
  if (same(name, "nobody")) return null;
  const names = await readStaffNames(tx, companyId);
  const found = [...names].filter(([, one]) => same(one, name));
  if (found.length === 1) return found[0]![0];
  throw new AppError("validation_failed", {
    message: "Some arguments are not right.",
    fields: {
      owner:
        found.length === 0
          ? "Nobody of the company is called so; get_customer says who looks after a customer"
          : "Several of the company's people are called so",
    },
  });
}

async function tagNamed(tx: Tx, companyId: string, name: string): Promise<string> {
  const found = (await listTags(tx, companyId)).find((tag) => same(tag.name, name));
  if (found) return found.id;
  throw new AppError("validation_failed", {
    message: "Some arguments are not right.",
    fields: { tag: "There is no tag of this name" },
  });
}

/** Also of one that was archived: who was in it is known. */
async function segmentOf(tx: Tx, companyId: string, id: string): Promise<string> {
  if ((await findSegment(tx, companyId, id)) !== undefined) return id;
  throw new AppError("validation_failed", {
    message: "Some arguments are not right.",
    fields: { segmentId: "There is no segment of this id; list_segments says which there are" },
  });
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
