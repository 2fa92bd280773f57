import { z } from "zod";
import { RiskLevel, riskLevelLabel } from "@forestay/contracts/vocabulary";
import { ProviderError } from "../../provider-error.ts";
import { SCORE_LABELS, type ScoreWriting, type WrittenScore } from "../../score-writing.ts";
import type { Ask } from "./hubspot-client.ts";
import { batchAnswer } from "./shapes.ts";

const BATCH = 100;
const GROUP = "contactinformation";

/** Properties of contacts that are ours; what begins with our name is never read back. */
const properties = [
  { name: "forestay_churn_risk_score", label: SCORE_LABELS.score, type: "number", fieldType: "number" },
  {
    name: "forestay_churn_risk_level",
    label: SCORE_LABELS.level,
    type: "enumeration",
    fieldType: "select",
    options: Object.values(RiskLevel).map((level, displayOrder) => ({
      label: riskLevelLabel(level),
      value: riskLevelLabel(level),
      displayOrder,
      hidden: false,
    })),
  },
  { name: "forestay_churn_risk_since", label: SCORE_LABELS.since, type: "date", fieldType: "date" },
] as const;

const property = z.object({ name: z.string(), type: z.string() });

/** Writes scores into properties of contacts, which are made where they are missing. */
export function hubspotScores(ask: Ask): ScoreWriting {
  return {
    fields: properties.map(({ name, label }) => ({ name, label })),
    most: BATCH,
    prepare: () =>
      toWrite(async () => {
        for (const wanted of properties) {
          const known = await ask({
            path: `/crm/properties/{date}/contacts/${wanted.name}`,
            shape: property,
          });
          if (known !== null && known.type !== wanted.type)
            return `In HubSpot '${wanted.name}' is a property of another kind (${known.type}). Delete it there, then try again.`;
          if (known !== null) continue;
          await ask({
            method: "POST",
            path: "/crm/properties/{date}/contacts",
            body: { ...wanted, groupName: GROUP, description: "Kept by Forestay" },
            shape: property,
          });
        }
        return null;
      }),
    write: (scores) =>
      toWrite(async () => {
        const answer = await ask({
          method: "POST",
          path: "/crm/objects/{date}/contacts/batch/update",
          body: { inputs: scores.map((one) => ({ id: one.sourceId, properties: valuesOf(one) })) },
          shape: batchAnswer,
        });
        const done = new Set(answer?.results.map(({ id }) => id));
        return new Map(
          scores
            .filter(({ sourceId }) => !done.has(sourceId))
            .map(({ sourceId }) => [sourceId, "It is not there any more, or in the bin."]),
        );
      }),
  };
}

/** An empty text empties a property. */
const valuesOf = ({ score, level, since }: WrittenScore) => ({
  forestay_churn_risk_score: score === null ? "" : String(score),
  forestay_churn_risk_level: level ?? "",
  forestay_churn_risk_since: since ?? "",
});

async function toWrite<T>(deed: () => Promise<T>): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    if (!(error instanceof ProviderError && error.failure === "forbidden")) throw error;
    throw new ProviderError(
      "forbidden",
      "HubSpot lets us read only. Allow us to write contacts and to make properties of them: by connecting it again, or in the private app.",
    );
  }
}
