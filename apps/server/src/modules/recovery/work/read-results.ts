import { CONTROL_DAYS, DAY_MS, type RecoveryResults } from "@forestay/contracts";
import { alwaysValidUplift, campaignUplift, monthAt, type CampaignUplift } from "@forestay/metrics";
import { sql } from "kysely";
import { toMajorUnits } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { monthPeriod, readRecoveryScope, type RecoveryScope } from "../recovery-scope.ts";
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
  const until = new Date(now.getTime() - CONTROL_DAYS * DAY_MS);
  const { rows } = await sql<ArmRow>`
    with first as (
      select distinct on (customer_id) id, arm, amount_minor, recovered_minor,
        recovered_at is not null and recovered_at < first_failed_at + make_interval(days => ${CONTROL_DAYS}) as is_paid,
        status = 'recovered' as is_whole, first_message_at
      from recovery_cases
      where company_id = ${companyId} and currency = ${currency} and arm is not null and first_failed_at <= ${until}
      order by customer_id, first_failed_at, id
    )
    select arm, count(*) as cases, count(*) filter (where is_paid and is_whole) as paid,
      coalesce(sum(amount_minor), 0)::bigint as amount,
      coalesce(sum(recovered_minor) filter (where is_paid), 0)::bigint as recovered,
      coalesce(sum((select count(*) from recovery_deeds d
        where d.company_id = ${companyId} and d.case_id = first.id and d.kind = 'message')), 0)::bigint as messages
    from first group by arm`.execute(tx);
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
  const since = new Date(monthPeriod(newest, timeZone).startMs - (MONTHS - 1) * 31 * DAY_MS);
  const { rows } = await sql<CohortRow>`
    with months as (
      select to_char(first_failed_at at time zone ${timeZone}, 'YYYY-MM') as month, *
      from recovery_cases where company_id = ${companyId} and currency = ${currency} and first_failed_at >= ${since}
    ), sent as (
      select d.case_id, count(*) as n from recovery_deeds d
      where d.company_id = ${companyId} and d.kind in ('message', 'link_sent') and d.at >= ${since} group by d.case_id
    ), own as (
      select t.source, t.invoice_source_id, count(*) as n from recovery_tries t
      where t.company_id = ${companyId} and t.state <> 'not_tried' and t.asked_at >= ${since}
      group by t.source, t.invoice_source_id
    )
    select m.month, count(*) as cases, sum(m.amount_minor)::bigint as amount, sum(m.recovered_minor)::bigint as recovered,
      coalesce(sum(m.recovered_minor) filter (where m.credit = 'silent'), 0)::bigint as silent,
      coalesce(sum(sent.n), 0)::bigint as messages, coalesce(sum(own.n), 0)::bigint as own_tries,
      count(*) filter (where m.status = 'cancelled') as canceled
    from months m
      left join sent on sent.case_id = m.id
      left join own on own.source = m.source and own.invoice_source_id = m.invoice_source_id
    group by m.month order by m.month desc limit ${MONTHS}`.execute(tx);
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
