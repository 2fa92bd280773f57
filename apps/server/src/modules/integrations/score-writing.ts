/** A score as it is written into a record there; all null: there is none any more. */
export interface WrittenScore {
  sourceId: string;
  /** 0 to 100. */
  score: number | null;
  /** Low, Medium, High or Critical. */
  level: string | null;
  /** The day since which it is so, YYYY-MM-DD. */
  since: string | null;
}

/** Writing scores into one account. Calls throw ProviderError: `forbidden` where we may read only. */
export interface ScoreWriting {
  /** What is written there, as it is called there. */
  fields: readonly { name: string; label: string }[];
  /** Most scores of a call. */
  most: number;
  /** Makes sure that there is where to write; what a person has to do there first, in words, or null. */
  prepare(): Promise<string | null>;
  /** Writes these, each the same however often; why some could not be, by their ids. */
  write(scores: readonly WrittenScore[]): Promise<ReadonlyMap<string, string>>;
}

export const SCORE_LABELS = {
  score: "Churn risk score",
  level: "Churn risk level",
  since: "Churn risk since",
} as const;
