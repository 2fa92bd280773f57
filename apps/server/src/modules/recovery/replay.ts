import {
  DAY_MS,
  REPLAY_DAYS,
  REPLAY_ROWS,
  type DeclineClassName,
  type DeclineReasonName,
  type RecoveryPolicy,
  type RecoveryReplay,
  type RecoveryStatusName,
} from "@forestay/contracts";
import { dayCalendar, isoDay, replayPolicy, type ReplayedFailure } from "@forestay/metrics";
import { sql } from "kysely";
import { readCompanySettings } from "#modules/companies/index.ts";
import { readCustomerNames, toMajorUnits } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { retryPolicyOf } from "./policies.ts";
import { sequenceFor } from "./sequence-for.ts";

const HOURS_PER_DAY = 24;
const EARLY_MS = 2 * DAY_MS;

interface FailedRow {
  id: string;
  customer_id: string;
  plan: string | null;
  currency: string;
  amount_minor: number;
  first_failed_at: Date;
  decline_class: DeclineClassName;
  decline_reason: DeclineReasonName;
  tries: number;
  status: RecoveryStatusName;
  closed_at: Date | null;
}

/** The last 90 days of failed payments through a policy. It reads, and sends nothing. */
export async function replay(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  companyId: string,
  policy: RecoveryPolicy,
): Promise<RecoveryReplay> {
  const started = performance.now();
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    const { currency, timeZone } = await readCompanySettings(tx, companyId);
    const calendar = dayCalendar(timeZone);
    const today = calendar.dayAt(now.getTime());
    const fromMs = calendar.startOf(today - REPLAY_DAYS);
    const rows = await readFailed(tx, companyId, new Date(fromMs), now);
    const excluded = new Set(policy.excludedPlans);
    const judged = rows.filter(({ plan }) => plan === null || !excluded.has(plan));
    const byId = new Map(judged.map((row) => [row.id, row]));
    const replayed = replayPolicy(
      judged.map((row) => ({
        id: row.id,
        customerId: row.customer_id,
        decline: { class: row.decline_class, reason: row.decline_reason },
        firstFailedMs: row.first_failed_at.getTime(),
        endedMs: row.closed_at?.getTime() ?? null,
      })),
      retryPolicyOf(policy),
      ({ id }) => messageHours(policy, byId.get(id)!),
      { timeZone, asOfMs: now.getTime() },
    );
    const written = await readWritten(tx, companyId, new Date(fromMs));
    const retries = sum(replayed, ({ retriesMs }) => retriesMs.length);
    const emails = sum(replayed, ({ messagesMs }) => messagesMs.length);
    return {
      from: isoDay(today - REPLAY_DAYS),
      until: isoDay(today),
      currency,
      failures: rows.length,
      amounts: [...Map.groupBy(rows, (row) => row.currency)].map(([of, some]) => ({
        currency: of,
        amount: toMajorUnits(
          sum(some, (row) => row.amount_minor),
          of,
        ),
      })),
      excluded: rows.length - judged.length,
      heldBack: replayed.filter(({ heldBackBy }) => heldBackBy !== null).length,
      leftAlone: judged.filter((row) => row.decline_class === "never").length,
      done: {
        retries: sum(rows, ({ tries }) => tries - 1),
        ...emailsDone(rows, written),
        triesOfNever: sum(rows, (row) => (row.decline_class === "never" ? row.tries - 1 : 0)),
      },
      now: {
        retries,
        emails,
        softEmailsEarly: sum(replayed, (one) =>
          one.class === "soft"
            ? one.messagesMs.filter((ms) => ms < byId.get(one.id)!.first_failed_at.getTime() + EARLY_MS)
                .length
            : 0,
        ),
        mostEmails: mostOfOne(replayed, byId),
        triesOfNever: sum(replayed, (one) => (one.class === "never" ? one.retriesMs.length : 0)),
      },
      weeks: weeksOf(replayed, calendar.dayAt.bind(calendar), today),
      cost: {
        retries: toCents(retries * policy.costPerTry),
        emails: toCents((emails * policy.costPerThousandEmails) / 1000),
      },
      classes: [...Map.groupBy(replayed, (one) => one.class)].map(([declineClass, some]) => ({
        class: declineClass,
        failures: some.length,
        retries: sum(some, ({ retriesMs }) => retriesMs.length),
        heldBack: some.filter(({ heldBackBy }) => heldBackBy !== null).length,
        emails: sum(some, ({ messagesMs }) => messagesMs.length),
      })),
      rows: await toRows(tx, companyId, replayed, byId),
      tookMs: Math.round(performance.now() - started),
      asOf: now.toISOString(),
    };
  });
}

const toCents = (amount: number) => Math.round(amount * 100) / 100;
const sum = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((total, item) => total + of(item), 0);

function messageHours(policy: RecoveryPolicy, row: FailedRow): number[] {
  const sequence = sequenceFor(
    policy,
    {
      class: row.decline_class,
      reason: row.decline_reason,
      plan: row.plan,
      amount: toMajorUnits(row.amount_minor, row.currency),
    },
    true,
  );
  return (sequence?.messages ?? []).map(({ afterDays }) => afterDays * HOURS_PER_DAY);
}

interface Written {
  case_id: string;
  at: Date;
}

/** Messages that really left, by schedule or by hand. */
async function readWritten(tx: Tx, companyId: string, from: Date): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select case_id, at from recovery_deeds
    where company_id = ${companyId} and kind in ('message', 'link_sent') and at >= ${from}`.execute(tx);
  return rows;
}

function emailsDone(rows: readonly FailedRow[], written: readonly Written[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const of = written.flatMap(({ case_id, at }) => {
    const row = byId.get(case_id);
    return row === undefined ? [] : [{ row, at }];
  });
  const byCustomer = Map.groupBy(of, ({ row }) => row.customer_id);
  return {
    emails: of.length,
    softEmailsEarly: of.filter(
      ({ row, at }) =>
        row.decline_class === "soft" && at.getTime() < row.first_failed_at.getTime() + EARLY_MS,
    ).length,
    mostEmails: Math.max(0, ...[...byCustomer.values()].map((some) => some.length)),
  };
}

async function readFailed(tx: Tx, companyId: string, from: Date, now: Date): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`
    select id, customer_id, plan, currency, amount_minor, first_failed_at, decline_class, decline_reason, tries, status, closed_at
    from recovery_cases
    where company_id = ${companyId} and first_failed_at >= ${from} and first_failed_at <= ${now}
    order by first_failed_at, id`.execute(tx);
  return rows;
}

/** The most e-mails that one customer would have had, of all its failed payments. */
function mostOfOne(replayed: readonly ReplayedFailure[], byId: ReadonlyMap<string, FailedRow>): number {
  const emails = new Map<string, number>();
  for (const { id, messagesMs } of replayed) {
    const customerId = byId.get(id)!.customer_id;
    emails.set(customerId, (emails.get(customerId) ?? 0) + messagesMs.length);
  }
  return Math.max(0, ...emails.values());
}

function weeksOf(
  replayed: readonly ReplayedFailure[],
  dayAt: (atMs: number) => number,
  today: number,
): RecoveryReplay["weeks"] {
  const first = today - REPLAY_DAYS;
  const weeks = Array.from({ length: Math.ceil((REPLAY_DAYS + 1) / 7) }, (_, week) => ({
    from: isoDay(first + 7 * week),
    retries: 0,
    emails: 0,
  }));
  const count = (times: readonly number[], what: "retries" | "emails") => {
    for (const atMs of times) {
      const week = weeks[Math.floor((dayAt(atMs) - first) / 7)];
      if (week !== undefined) week[what] += 1;
    }
  };
  for (const { retriesMs, messagesMs } of replayed) {
    count(retriesMs, "retries");
    count(messagesMs, "emails");
  }
  return weeks;
}

async function toRows(
  tx: Tx,
  companyId: string,
  replayed: readonly ReplayedFailure[],
  byId: ReadonlyMap<string, FailedRow>,
): Promise<RecoveryReplay["rows"]> {
  const largest = replayed
    .map((one) => ({ one, row: byId.get(one.id)! }))
    .toSorted((a, b) => b.row.amount_minor - a.row.amount_minor || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, REPLAY_ROWS);
  const names = await readCustomerNames(tx, companyId, [
    ...new Set(largest.map(({ row }) => row.customer_id)),
  ]);
  const iso = (atMs: number) => new Date(atMs).toISOString();
  return largest.map(({ one, row }) => ({
    caseId: row.id,
    customer: { id: row.customer_id, name: names.get(row.customer_id)?.name ?? "" },
    currency: row.currency,
    amount: toMajorUnits(row.amount_minor, row.currency),
    class: row.decline_class,
    reason: row.decline_reason,
    failedAt: row.first_failed_at.toISOString(),
    retriesAt: one.retriesMs.map(iso),
    emailsAt: one.messagesMs.map(iso),
    isHeldBack: one.heldBackBy !== null,
    status: row.status,
    endedAt: row.closed_at?.toISOString() ?? null,
  }));
}
