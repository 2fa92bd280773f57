import type { Counterfactual } from "@forestay/churn-model";
import type { RouteBody, WhatIf, whatIfRoutes } from "@forestay/contracts";
import { leavingOf, readLeavingRule, readSelection, type LeavingRule } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import {
  buildTable,
  categoryOf,
  type FeaturePlan,
  type FeatureRow,
  type FeatureValue,
} from "#modules/features/index.ts";
import { createInputReader } from "#modules/scoring/index.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";
import { actionableFields, isActionable, withChanges } from "./actionable-fields.ts";
import { drawSample } from "./draw-sample.ts";
import { createKept } from "./kept.ts";
import { bestLevers, createPossible, leverColumns, singleLevers, type Lever } from "./levers.ts";
import {
  asScored,
  readDocument,
  readScoringModel,
  unusable,
  type ScoringModel,
} from "#modules/models/index.ts";
import type { StandbyEngine } from "#modules/engine/index.ts";

/** Customers among whom a lever's outcome is looked for. */
const SAMPLED = 500;

type Request = RouteBody<typeof whatIfRoutes.customer>;

type AskCustomer = (companyId: string, customerId: string, request: Request) => Promise<WhatIf>;

/** Customers as they stand, among whom levers are looked for. */
type Peers = (companyId: string, model: ScoringModel, rule: LeavingRule) => Promise<readonly FeatureRow[]>;

/**
 * Answers what-ifs of a customer; of the last companies that asked it keeps the other customers among whom a lever has to
 * lead to one, whose drawing reads every customer.
 */
export function createCustomerWhatIf(
  context: Pick<ModuleContext, "db" | "clock">,
  whatIf: StandbyEngine,
): AskCustomer {
  const kept = createKept<readonly FeatureRow[]>(context.clock);
  const peers: Peers = (companyId, { plan, version }, rule) =>
    kept(`${companyId}:${version}`, async () =>
      (await drawSample(context.db, companyId, { plan, rule, most: SAMPLED })).map(({ row }) => row),
    );
  return (companyId, customerId, request) =>
    customerWhatIf(context, whatIf, peers, companyId, customerId, request);
}

/** Scores one customer as recorded and with changes on actionable fields, by the whole model in use. */
async function customerWhatIf(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  whatIf: StandbyEngine,
  peers: Peers,
  companyId: string,
  customerId: string,
  { changes, withSuggestions }: Request,
): Promise<WhatIf> {
  const now = clock.now();
  const { model, bands, rule } = await withTenant(db, companyId, async (tx) => {
    // Before anything else: an id of another company is answered like one that does not exist, model or not.
    const customer = await tx
      .selectFrom("customers")
      .select("id")
      .where("company_id", "=", companyId)
      .where("id", "=", customerId)
      .executeTakeFirst();
    if (!customer) throw unknownCustomer();
    return {
      model: await readScoringModel(tx, companyId),
      rule: await readLeavingRule(tx, companyId, now),
      bands: (await readScoringSettings(tx, companyId)).riskBands,
    };
  });
  const { plan, quality } = model;
  const row = await readRow(db, companyId, customerId, plan, rule);
  const fields = actionableFields(plan, row, model.baselines);
  const wanted = new Map<string, FeatureValue>();
  for (const { field, value } of changes) {
    const known = fields.find((one) => one.field === field);
    if (!known) throw new AppError("validation_failed", { fields: { [field]: "This cannot be changed" } });
    if ((known.kind === "number") !== (typeof value === "number")) {
      throw new AppError("validation_failed", {
        fields: { [field]: known.kind === "number" ? "Give a number" : "Give one of the choices" },
      });
    }
    wanted.set(field, value);
  }

  const score = (rows: readonly FeatureRow[]) =>
    whatIf.use(
      `${companyId}:${model.version}`,
      () => withTenant(db, companyId, (tx) => readDocument(tx, companyId, model.version)),
      (engine) => engine.score(buildTable(plan, rows)),
    );
  const levers = withSuggestions
    ? await findLevers(db, whatIf, peers, { companyId, model, rule, row, fields })
    : [];
  const probabilities = await score([
    row,
    withChanges(row, wanted),
    ...levers.map((lever) => withChanges(row, lever)),
  ]);
  if (probabilities === null) throw unusable(model.version);
  const [before = 0, after = 0, ...changed] = probabilities;
  const said = (probability: number) => asScored(probability, bands, quality);
  const suggested = bestLevers(
    before,
    levers.map((lever, index) => ({ lever, probability: changed[index] ?? before })),
  );
  return {
    modelVersion: model.version,
    horizonDays: model.horizonDays,
    now: said(before),
    expected: said(after),
    fields,
    suggestions: suggested.map(({ lever, probability }) => ({
      changes: [...lever].map(([name, to]) => {
        const field = fields.find((one) => one.field === name);
        return {
          field: name,
          label: field?.label ?? name,
          from: field?.value ?? null,
          to: typeof to === "number" ? to : (categoryOf(to) ?? ""),
        };
      }),
      result: said(probability),
    })),
  };
}

/** What could be changed, alone and as the sets that the engine finds together: only what leads to a customer that exists. */
async function findLevers(
  db: ModuleContext["db"],
  whatIf: StandbyEngine,
  peers: Peers,
  {
    companyId,
    model,
    rule,
    row,
    fields,
  }: {
    companyId: string;
    model: ScoringModel;
    rule: LeavingRule;
    row: FeatureRow;
    fields: WhatIf["fields"];
  },
): Promise<Lever[]> {
  const { plan } = model;
  const isPossible = createPossible(plan, await peers(companyId, model, rule));
  const sets = await whatIf.use(
    `${companyId}:${model.version}`,
    () => withTenant(db, companyId, (tx) => readDocument(tx, companyId, model.version)),
    (engine) => engine.counterfactuals(buildTable(plan, [row]), leverColumns(plan, isActionable)),
  );
  return [
    ...singleLevers(plan, fields),
    ...(sets ?? []).map(({ changes }) => toValues(changes, plan.columns)).filter(({ size }) => size > 1),
  ].filter((lever) => isPossible(row, lever));
}

function toValues(
  set: Counterfactual["changes"],
  columns: readonly { name: string; base: string }[],
): Map<string, FeatureValue> {
  return new Map(
    set.map(({ feature, to }) => [columns.find(({ name }) => name === feature)?.base ?? feature, to]),
  );
}

/** What the customer is scored from; throws `not_found` and, with the reason in words, `invalid_state`. */
async function readRow(
  db: ModuleContext["db"],
  companyId: string,
  customerId: string,
  plan: FeaturePlan,
  rule: LeavingRule,
): Promise<FeatureRow> {
  const reader = await createInputReader(db, companyId, {
    rowSource: plan.source,
    plan,
    rowRequired: true,
    rule,
  });
  for await (const [customer] of readSelection(db, companyId, { customerIds: [customerId] }, rule)) {
    if (!customer) break;
    if (leavingOf(customer, rule).hasLeft === true)
      throw new AppError("invalid_state", { message: "This customer has left." });
    const [input] = await reader([customer]);
    if (!input?.row) {
      throw new AppError("invalid_state", {
        message: input?.missing ?? "Too little is known of this customer.",
      });
    }
    return input.row;
  }
  throw unknownCustomer();
}

const unknownCustomer = () => new AppError("not_found", { message: "This customer does not exist." });
