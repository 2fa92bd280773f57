/** A feature that adds up numeric features: day, evening and night minutes become minutes. */
export interface SumSpec {
  kind: "sum";
  name: string;
  label: string;
  parts: string[];
}

/** How one feature is made from the columns of a table. */
export type FeatureSpec =
  | { kind: "numeric"; name: string; label: string; lowest: number; highest: number }
  | {
      kind: "categorical";
      name: string;
      label: string;
      levels: string[];
      other: boolean;
      /** Hashes, rising, of the levels that became "other": a level in neither list was never seen. */
      rare?: number[];
    }
  | SumSpec;
