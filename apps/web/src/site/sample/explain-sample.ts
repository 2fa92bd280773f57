import { explainRows, parseModelDocument } from "@forestay/churn-model";
import type { Column, ModelDocument, Table } from "@forestay/churn-model";
import { sampleFields } from "./sample-fields.ts";
import type { SampleExplanation, SampleValues } from "./sample-fields.ts";

/** What the sample's customers pay by plan, which is not asked for: it follows from the plan. */
const revenueOfPlan: Record<string, number> = { Starter: 39, Team: 130, Scale: 490 };

/** The engine's own explanation of one customer by the sample file's model. */
export function explainSample(document: ModelDocument, values: SampleValues): SampleExplanation {
  const [explanation] = explainRows(document, tableOf(values), [0]);
  if (explanation === undefined) throw new Error("The sample's model explains nothing");
  return {
    chance: explanation.probability,
    base: explanation.baseProbability,
    factors: explanation.contributions.map(({ feature, value, points }) => {
      const field = sampleFields.find(({ name }) => name === feature);
      return { name: feature, label: field?.label ?? "Monthly revenue", value: value ?? "", points };
    }),
  };
}

export function readSampleModel(text: string): ModelDocument {
  const parsed = parseModelDocument(text);
  if (parsed.kind !== "ok") throw new Error(parsed.message);
  return parsed.document;
}

function tableOf(values: SampleValues): Table {
  const columns = sampleFields.map(({ name, kind }): Column =>
    kind === "number"
      ? { name, kind: "numeric", values: Float64Array.of(Number(values[name])) }
      : { name, kind: "categorical", values: [values[name] ?? null] },
  );
  const revenue = revenueOfPlan[values.plan ?? ""] ?? Number.NaN;
  return {
    rowIds: ["sample"],
    columns: [...columns, { name: "monthly_revenue", kind: "numeric", values: Float64Array.of(revenue) }],
  };
}
