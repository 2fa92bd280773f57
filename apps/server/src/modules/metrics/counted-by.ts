import { dayCalendar, type ChurnDate, type DayCalendar } from "@forestay/metrics";
import { readCompanySettings } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** What a company says of how its rollups are counted: whose days, and when a canceled subscription counts as churned. */
export interface CountedBy {
  calendar: DayCalendar;
  churnDate: ChurnDate;
}

/** True where rollups were counted by other clocks, or by another churn date, than the company's of now. */
export async function isCountedOtherwise(tx: Tx, companyId: string): Promise<boolean> {
  const state = await readState(tx, companyId);
  if (state === undefined) return false;
  const { timeZone, churnDate } = await readCompanySettings(tx, companyId);
  return state.time_zone !== timeZone || state.churn_date !== churnDate;
}

/** By what the company's rollups are counted; of one without any yet, its settings, noted as that from now on. */
export async function readCountedBy(tx: Tx, companyId: string, now: Date): Promise<CountedBy> {
  const { timeZone, churnDate } = await readCompanySettings(tx, companyId);
  await tx
    .insertInto("rollup_states")
    .values({ company_id: companyId, time_zone: timeZone, churn_date: churnDate, kept_at: now })
    // Other settings make other rows of all customers, not only of these: a rebuild notes them.
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet({ kept_at: now }))
    .execute();
  return countedBy((await readState(tx, companyId))!);
}

/**
 * By what a rebuild counts: with `write` the company's settings of now, noted; without, what is stored was counted by. `isOther`:
 * not by what was counted so far.
 */
export async function readRebuiltBy(
  tx: Tx,
  companyId: string,
  { now, write }: { now: Date; write: boolean },
): Promise<CountedBy & { isOther: boolean }> {
  const isOther = write && (await isCountedOtherwise(tx, companyId));
  if (isOther) {
    const { timeZone, churnDate } = await readCompanySettings(tx, companyId);
    await tx
      .updateTable("rollup_states")
      .set({ time_zone: timeZone, churn_date: churnDate })
      .where("company_id", "=", companyId)
      .execute();
  }
  return { ...(await readCountedBy(tx, companyId, now)), isOther };
}

/** By which churn date the figures are that are kept; the company's own where none are. */
export async function readChurnDate(tx: Tx, companyId: string, chosen: ChurnDate): Promise<ChurnDate> {
  const state = await readState(tx, companyId);
  return state === undefined ? chosen : countedBy(state).churnDate;
}

interface State {
  time_zone: string;
  churn_date: string;
}

const readState = (tx: Tx, companyId: string): Promise<State | undefined> =>
  tx
    .selectFrom("rollup_states")
    .select(["time_zone", "churn_date"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();

const countedBy = (state: State): CountedBy => ({
  calendar: dayCalendar(state.time_zone),
  churnDate: state.churn_date as ChurnDate,
});
