import type { RecoveryTimes } from "@forestay/contracts";
import {
  fitChances,
  fitRetryTimes,
  hasEnough,
  timedClasses,
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

/** What was learned last night. */
export interface RecoveryModel {
  times: RetryTimes;
  chances: RecoveryChances;
  /** Since when a class has been tried often enough; null: it has not. ISO 8601. */
  enoughSince: Record<TimedClass, string | null>;
  comparison: { fixed: TimesArm; learned: TimesArm; isOver: boolean };
  /** Of the last months: what failed is held against them. */
  bills: MonthOfBills[];
}

/** What a company has decided, as far as times go. */
export interface TimesSettings {
  retryTimes: RecoveryTimes;
  /** Since when failures are drawn to compare times; null: they are not. */
  timesSince: Date | null;
  ownSince: Date | null;
  controlKey: Buffer | null;
}

const nobody: TimesArm = { customers: 0, recovered: 0 };
/** Before anything was learned: what is taken for known of every company. */
const prior: RecoveryModel = {
  times: fitRetryTimes([], "UTC"),
  chances: fitChances([]),
  enoughSince: { soft: null, technical: null },
  comparison: { fixed: nobody, learned: nobody, isOver: false },
  bills: [],
};

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
