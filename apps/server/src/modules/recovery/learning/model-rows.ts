import type { RecoveryTimes } from "@forestay/contracts";
import {
  fitChances,
  fitRetryTimes,
  hasEnough,
  timedClasses,
  type DeclineClass,
  type RecoveryChances,
  type RetryTimes,
  type TimedClass,
} from "@forestay/metrics";
import type { MonthOfBills } from "#modules/ledger/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Customers of one group whose first drawn failure is old enough, and those of them whose bill was paid in full in time. */
export interface TimesArm {
  customers: number;
  recovered: number;
}

export interface Comparison {
  since: string | null;
  fixed: TimesArm;
  learned: TimesArm;
  isOver: boolean;
}

/** What was learned last night. */
export interface RecoveryModel {
  times: RetryTimes;
  chances: RecoveryChances;
  /** Failed payments of each class that the chances come from. */
  chanceCases: Record<DeclineClass, number>;
  /** Since when a class has been tried often enough; null: it has not. ISO 8601. */
  enoughSince: Record<TimedClass, string | null>;
  /** Of the round that began at `since`, ISO 8601; once it is over it stays as it was read. */
  comparison: Comparison;
  /** Of the last months: what failed is held against them. */
  bills: MonthOfBills[];
}

/** The time in which times are compared. */
export interface TimesRound {
  /** When the last round began in which times are compared, and when it was switched off; null: never, or not yet. */
  timesSince: Date | null;
  timesUntil: Date | null;
}

/** What a company has decided, as far as times go. */
export interface TimesSettings extends TimesRound {
  retryTimes: RecoveryTimes;
  ownSince: Date | null;
  controlKey: Buffer | null;
}

const nobody: TimesArm = { customers: 0, recovered: 0 };
/** Before anything was learned: what is taken for known of every company. */
const prior: RecoveryModel = {
  times: fitRetryTimes([], "UTC"),
  chances: fitChances([]),
  chanceCases: { soft: 0, technical: 0, act: 0, never: 0 },
  enoughSince: { soft: null, technical: null },
  comparison: { since: null, fixed: nobody, learned: nobody, isOver: false },
  bills: [],
};

/** How the round of now stands; nobody counts in one that began since the model was made. */
export function comparisonOf(
  { comparison }: RecoveryModel,
  { timesSince }: Pick<TimesRound, "timesSince">,
): Comparison {
  const since = timesSince?.toISOString() ?? null;
  return comparison.since === since ? comparison : { since, fixed: nobody, learned: nobody, isOver: false };
}

/** The model of last night; `fittedAt` null: the prior, as nothing has been learned yet. */
export async function readModel(
  tx: Tx,
  companyId: string,
): Promise<{ model: RecoveryModel; fittedAt: Date | null }> {
  const row = await tx
    .selectFrom("recovery_models")
    .select(["fitted_at", "document"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row === undefined
    ? { model: prior, fittedAt: null }
    : { model: row.document as unknown as RecoveryModel, fittedAt: row.fitted_at };
}

/** Classes whose times may be used now. */
export const readyClasses = ({ times, enoughSince }: RecoveryModel): TimedClass[] =>
  timedClasses.filter((name) => enoughSince[name] !== null && hasEnough(times[name]));
