/** A measured figure with its 95% interval. */
export interface Interval {
  estimate: number;
  lower: number;
  upper: number;
}

/**
 * How far a model may be believed:
 * good, weak (a signal, but AUC below .65 or little better than the base rate), provisional (small data), unconfirmed
 * (too good to be true, or resting on columns that may be written when a customer leaves, until a person has said that
 * they are known before), not_reliable (no signal: base rate with shrunk scores).
 */
export type Verdict = "good" | "weak" | "provisional" | "unconfirmed" | "not_reliable";

export type DropReason =
  | "constant"
  | "mostly_missing"
  | "id_like"
  | "free_text"
  | "email"
  | "phone"
  | "leak"
  | "label_by_name"
  | "requested";

/** A column the model does not use, and why, in words. */
export interface DroppedColumn {
  name: string;
  label: string;
  reason: DropReason;
  detail: string;
}

/** A column that looks as if it gives the answer away. `screenAuc`: of the column alone; null when found by name only. */
export interface LeakFinding {
  name: string;
  label: string;
  action: "warned" | "excluded";
  /**
   * What gave it away first: its name or meaning, its ranking alone, a value that leavers share, what it does with
   * another column, or that it carries a model too good to be true.
   */
  sign: "meaning" | "alone" | "value" | "pair" | "drivers";
  /** True once a person has said that it is known before a customer leaves. */
  confirmed: boolean;
  screenAuc: number | null;
  detail: string;
}

export interface RocPoint {
  falsePositiveRate: number;
  truePositiveRate: number;
  /** Probability at or above which a row counts as predicted to leave. */
  threshold: number;
}

/** One equal-mass bin: mean predicted against observed rate, with the 95% interval of the observed rate. */
export interface CalibrationBin {
  meanPredicted: number;
  observed: number;
  observedLower: number;
  observedUpper: number;
  rows: number;
}

/** Tenth 1 holds the riskiest customers; `capture` is the share of all leavers in this and the riskier tenths. */
export interface LiftTenth {
  tenth: number;
  rows: number;
  outcomes: number;
  rate: number;
  lift: number;
  capture: number;
}

/** A simpler way to predict, measured on the same held-out rows. */
export interface BaselineResult {
  name: string;
  label: string;
  rocAuc: number;
  logLoss: number;
  /** The model's log loss less this one's on the same rows; below 0 favours the model. */
  difference: Interval;
  /** True when the model's log loss is lower beyond chance: the whole interval of the difference lies below 0. */
  beaten: boolean;
}

/** What moves the predictions most over all customers. */
export interface Driver {
  feature: string;
  label: string;
  /** Mean absolute contribution on the logit. */
  importance: number;
  /** Share of all importance, 0-1. */
  share: number;
  /** Whether a higher value (numeric) goes with more or less risk; `mixed` for categories and bent shapes. */
  direction: "raises" | "lowers" | "mixed";
  /** Mean contribution on the logit by value, lowest value first or most common category first. */
  effect: { value: string; logit: number; rows: number }[];
}

/** How good the model is on rows it had not seen, and what it was made of. */
export interface TrainingReport {
  engineVersion: string;
  recipe: string;
  seed: number;
  horizonDays: number | null;
  /** Of the rows learned from. */
  rows: number;
  outcomes: number;
  baseRate: number;
  /** The set they are a sample of; left out where they are all of it. */
  sampledFrom?: { rows: number; outcomes: number };
  /** The rate the probabilities are corrected to where the rows were sampled by outcome, before or in training; null: `baseRate`. */
  truePriorRate: number | null;
  dataFingerprint: string;
  verdict: Verdict;
  /** Sentences that say why. */
  verdictReasons: string[];
  /** How the held-out probabilities were made, in words. */
  evaluation: string;
  metrics: {
    rocAuc: Interval;
    prAuc: Interval;
    brier: Interval;
    logLoss: Interval;
    ece: Interval;
    /** Lift in the riskiest tenth. */
    lift: Interval;
  };
  roc: RocPoint[];
  calibration: CalibrationBin[];
  lift: LiftTenth[];
  baselines: BaselineResult[];
  /** Simpler ways that the data does not allow to try, with the reason: nothing is known of how they would have done. */
  notCompared: { name: string; reason: string }[];
  drivers: Driver[];
  droppedColumns: DroppedColumn[];
  leaks: LeakFinding[];
  duplicates: { rows: number; groups: number };
  /** Values found infinite or absurd and clipped, per column. */
  clipped: { name: string; count: number }[];
  members: { name: string; weight: number; heldOutLogLoss: number }[];
  /** When customers leave; left out where that is not known. */
  timing?: TimingReport;
}

/** How the chances of one number of days did on rows held out, where it is known when customers left. */
export interface HorizonQuality {
  days: number;
  /** Rows whose outcome after so many days is known; 0 where none was watched for so long. */
  rows: number;
  outcomes: number;
  meanPredicted: number | null;
  /** Log loss of telling everybody the share that left. */
  baseLogLoss: number | null;
  /** Null where only one class is known. */
  metrics: TrainingReport["metrics"] | null;
  calibration: CalibrationBin[];
}

export interface TimingReport {
  /** How far leaving was watched: nothing is said beyond. */
  reachDays: number;
  /** For 30, 60 and 90 days. */
  byDays: HorizonQuality[];
}

export type RefusalReason =
  | "too_few_outcomes"
  | "one_class"
  | "no_rows"
  | "no_usable_columns"
  | "invalid_input";

/** Why there is no trained model, with the counts that a screen needs to say it in words. */
export interface Refusal {
  kind: "refused";
  reason: RefusalReason;
  message: string;
  details: {
    rows: number;
    outcomes: number;
    /** How many more of the rarer class are needed before training is possible. */
    outcomesStillNeeded: number;
    droppedColumns: DroppedColumn[];
  };
}
