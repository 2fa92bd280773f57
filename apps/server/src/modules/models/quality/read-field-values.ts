import type { Completeness, ModelQuality } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import { featurePlanSchema } from "#modules/features/index.ts";

type Field = Completeness["fields"][number];

/** What the model in use knows of single fields. */
export interface FieldKnowledge {
  measuredBy: Completeness["fieldValues"];
  /** What the field, by the name the completeness check gives it, added to the ranking. */
  addsOf(field: string): Field["adds"];
  /** Why the model does not use the field; null where it does, or where there is no model. */
  leftOut(label: string): string | null;
}

/** Reads only: everything was measured when the model was trained. */
export async function readFieldKnowledge(tx: Tx, companyId: string): Promise<FieldKnowledge> {
  const row = await tx
    .selectFrom("churn_models")
    .select(["version", "quality", "feature_plan"])
    .where("company_id", "=", companyId)
    .where("is_current", "=", true)
    .executeTakeFirst();
  const quality = row?.quality as unknown as ModelQuality | undefined;
  // Null in models stored before it was measured, and where too few outcomes were held out.
  const values = quality?.fieldValues ?? null;
  const plan = row && featurePlanSchema.parse(row.feature_plan);
  const used = new Set(plan?.columns.map(({ base }) => base));
  return {
    measuredBy: row && values ? { modelVersion: row.version, method: values.method, auc: values.auc } : null,
    addsOf(field) {
      if (!row || values === null) return { verdict: "unmeasured", auc: null, alone: null };
      const base = field.replace(/^attributes\./, "attr:");
      const found = values.fields.find((one) => one.field === base);
      if (found) return { verdict: found.verdict, auc: found.added, alone: found.alone };
      return {
        verdict: used.has(base) && !isDropped(quality, labelOf(plan, base)) ? "unmeasured" : "unused",
        auc: null,
        alone: null,
      };
    },
    leftOut(label) {
      const dropped = quality?.droppedColumns.find(({ column }) => column === label);
      return dropped ? `Not used by the model: ${dropped.detail || dropped.reason}` : null;
    },
  };
}

const labelOf = (
  plan: { columns: { base: string; form: string; label: string }[] } | undefined,
  base: string,
) => plan?.columns.find((column) => column.base === base && column.form === "value")?.label;

const isDropped = (quality: ModelQuality | undefined, label: string | undefined) =>
  quality?.droppedColumns.some(({ column }) => column === label) ?? false;
