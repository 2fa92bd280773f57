import { DAY_MS } from "@forestay/contracts/vocabulary";
import type { AttributeValue } from "#modules/customers/index.ts";

/** One stored snapshot: what was known at the end of a day. */
export interface Snapshot {
  /** `YYYY-MM-DD`. */
  takenOn: string;
  features: Readonly<Record<string, AttributeValue>>;
}

/** The moment a snapshot stands for: the end of its day, UTC. */
export const snapshotTimeMs = (snapshot: Snapshot) => Date.parse(`${snapshot.takenOn}T00:00:00Z`) + DAY_MS;

/** Recorded values that say how long a customer has been silent, in days. */
export const silenceFeatures = ["days_since_last_activity", "days_since_last_login"] as const;

/** Days of silence that a snapshot recorded; null where it says nothing of it. */
export function recordedSilence({ features }: Pick<Snapshot, "features">): number | null {
  for (const feature of silenceFeatures) {
    const days = features[feature];
    if (typeof days === "number") return days;
  }
  return null;
}
