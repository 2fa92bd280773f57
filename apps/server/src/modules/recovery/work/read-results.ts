import { CONTROL_DAYS, DAY_MS, type RecoveryResults } from "@forestay/contracts";
import {
  alwaysValidUplift,
  campaignUplift,
  monthAt,
  monthPeriods,
  type CampaignUplift,
} from "@forestay/metrics";
import { sql } from "kysely";
import { toMajorUnits } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readModel } from "../learning/model-rows.ts";
import { timesResults } from "../learning/times-results.ts";
import { monthPeriod, readRecoveryScope, type RecoveryScope } from "../recovery-scope.ts";
import { sumsWithin } from "../sums/sums-within.ts";
import { readWorkSettings } from "./settings.ts";

/** Months of failure that are shown. */
const MONTHS = 12;
/** Days after a month's end at which its rates no longer rise. */
const PROVISIONAL_DAYS = 60;
/**
 * The comparison goes on for as long as messages leave, so its interval is made for looks on any day. It is narrowest once the
 * control has had so many, where 7 points of 100 can be seen.
 */
const PLANNED_CONTROL = 400;

interface ArmRow {
  arm: "sent" | "control";
  cases: number;
  paid: number;
  amount: number;
  recovered: number;
  messages: number;
}

/** What messages add over tries alone, and each month's failures with what became of them. */
export async function readResults(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  companyId: string,
  query: { currency?: string | undefined },
): Promise<RecoveryResults> {
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    const scope = await readRecoveryScope(tx, companyId, query, now);
    const settings = await readWorkSettings(tx, companyId);
    const arms = await readArms(tx, companyId, scope.currency, now);
    const money = (minor: number) => toMajorUnits(minor, scope.currency);
    const arm = (name: ArmRow["arm"]) => {
      const row = arms.find((one) => one.arm === name);
      return {
        cases: row?.cases ?? 0,
        paid: row?.paid ?? 0,
        amount: money(row?.amount ?? 0),
        recovered: money(row?.recovered ?? 0),
        messages: row?.messages ?? 0,
      };
    };
    const sent = arm("sent");
    const control = arm("control");
    const of = ({ cases, paid }: typeof sent) => ({ customers: cases, retained: paid });
    const share = Math.max(0.01, settings.controlPercent / 100);
    const difference = intervalOf(campaignUplift(of(sent), of(control)));
    const alwaysValid = intervalOf(
      alwaysValidUplift(of(sent), of(control), {
        holdout: PLANNED_CONTROL,
        sent: (PLANNED_CONTROL * (1 - share)) / share,
      }),
    );
    const finding = findingOf(settings.controlPercent, sent.cases, control.cases, alwaysValid);
    return {
      currency: scope.currency,
      sends: settings.sendsSince !== null,
      controlPercent: settings.controlPercent,
      days: CONTROL_DAYS,
      sent,
      control,
      difference,
      alwaysValid,
      added:
        difference === null
          ? null
          : {
              value: difference.value * sent.amount,
              low: difference.low * sent.amount,
              high: difference.high * sent.amount,
            },
      finding,
      ...words(finding, { sent, control, alwaysValid, sends: settings.sendsSince !== null }),
      times: timesResults(settings, await readModel(tx, companyId)),
      cohorts: await readCohorts(tx, companyId, scope, now),
      asOf: now.toISOString(),
    };
  });
}

const intervalOf = ({ uplift, low, high }: CampaignUplift) =>
  uplift === null || low === null || high === null ? null : { value: uplift, low, high };
type Interval = ReturnType<typeof intervalOf>;
type Arm = RecoveryResults["sent"];

/** Only the interval that holds on any day decides: the page is looked at daily. */
function findingOf(
  percent: number,
  sent: number,
  control: number,
  alwaysValid: Interval,
): RecoveryResults["finding"] {
  if (percent === 0 && control === 0) return "no_control";
  if (sent === 0 || control === 0 || alwaysValid === null) return "too_early";
  if (alwaysValid.low > 0) return "adds";
  return alwaysValid.high < 0 ? "harms" : "inconclusive";
}

const percentWords = ({ cases, paid }: Arm) =>
  cases === 0 ? "none" : `${((100 * paid) / cases).toFixed(1)}%`;
const points = (share: number) => (100 * share).toFixed(1);

function words(
  finding: RecoveryResults["finding"],
  { sent, control, alwaysValid, sends }: { sent: Arm; control: Arm; alwaysValid: Interval; sends: boolean },
): { headline: string; explanation: string } {
  const paid = `${percentWords(sent)} of those written to paid within ${CONTROL_DAYS} days, ${percentWords(control)} of those who hear of it later.`;
  const between =
    alwaysValid === null
      ? ""
      : `${points(alwaysValid.low)} to ${points(alwaysValid.high)} points, whenever you look.`;
  switch (finding) {
    case "no_control":
      return {
        headline: sends ? "Everybody is written to, so nobody can tell" : "No messages leave",
        explanation: sends
          ? "What tries alone would bring is not known. Have some customers written to later, and it is."
          : "Switch messages on in the policy. A small group is written to later, and shows what they add.",
      };
    case "too_early":
      return {
        headline: sends ? "Too early to say" : "No messages leave",
        explanation: sends
          ? `Failures count ${CONTROL_DAYS} days after they happened: ${sent.cases} of customers written to and ${control.cases} of those written to later so far.`
          : "Switch messages on in the policy. A small group is written to later, and shows what they add.",
      };
    case "adds":
      return {
        headline: `Messages add ${points(alwaysValid!.value)} points over tries alone`,
        explanation: `${between} ${paid}`,
      };
    case "harms":
      return {
        headline: `Messages cost ${points(-alwaysValid!.value)} points`,
        explanation: `${between} ${paid} Look at what they say.`,
      };
    case "inconclusive":
      return {
        headline: "Not conclusive yet",
        explanation: `${between} It still holds nothing at all: ${paid}`,
      };
  }
}

/** Each customer's first failure that was drawn, once it is old enough: one for each who was drawn, whatever came later. */
async function readArms(tx: Tx, companyId: string, currency: string, now: Date): Promise<ArmRow[]> {
  // What failed at this very moment so many days ago is old enough.
  const untilMs = now.getTime() - CONTROL_DAYS * DAY_MS + 1;
  const judged = sumsWithin(companyId, currency, "arms", [{ name: "", startMs: null, untilMs }]);
  const { rows } = await sql<ArmRow>`
    select arm, sum(cases)::bigint as cases, sum(in_full)::bigint as paid, sum(amount_minor)::bigint as amount,
      sum(recovered_minor)::bigint as recovered, sum(messages)::bigint as messages
    from ${judged} r group by arm having sum(cases) > 0`.execute(tx);
  return rows;
}

interface CohortRow {
  month: string;
  cases: number;
  amount: number;
  recovered: number;
  silent: number;
  messages: number;
  own_tries: number;
  canceled: number;
}

async function readCohorts(
  tx: Tx,
  companyId: string,
  { currency, timeZone }: RecoveryScope,
  now: Date,
): Promise<RecoveryResults["cohorts"]> {
  const newest = monthAt(now.getTime(), timeZone);
  const newestPeriod = monthPeriod(newest, timeZone);
  const months = monthPeriods(
    newestPeriod.startMs - (MONTHS - 1) * 31 * DAY_MS,
    newestPeriod.endMs,
    timeZone,
  ).slice(-MONTHS);
  const spans = months.map(({ month, startMs, endMs }) => ({ name: month, startMs, untilMs: endMs }));
  const { rows } = await sql<CohortRow>`
    select name as month, sum(cases)::bigint as cases, sum(amount_minor)::bigint as amount,
      sum(recovered_minor)::bigint as recovered,
      coalesce(sum(recovered_minor) filter (where credit = 'silent'), 0)::bigint as silent,
      sum(messages)::bigint as messages, sum(own_tries)::bigint as own_tries,
      coalesce(sum(cases) filter (where status = 'cancelled'), 0)::bigint as canceled
    from ${sumsWithin(companyId, currency, "parts", spans)} r
    group by name having sum(cases) > 0 order by name desc`.execute(tx);
  return rows.map((row) => ({
    month: row.month,
    cases: row.cases,
    amount: toMajorUnits(row.amount, currency),
    recovered: toMajorUnits(row.recovered, currency),
    rate: row.amount === 0 ? null : row.recovered / row.amount,
    silentShare: row.recovered === 0 ? null : row.silent / row.recovered,
    provisional: now.getTime() < monthPeriod(row.month, timeZone).endMs + PROVISIONAL_DAYS * DAY_MS,
    messages: row.messages,
    ownTries: row.own_tries,
    canceled: row.canceled,
  }));
}
