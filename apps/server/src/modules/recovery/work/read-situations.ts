import type { DeclineClassName, DeclineReasonName } from "@forestay/contracts";
import { integrationProviders } from "@forestay/contracts/vocabulary";
import { classifyDecline, type CardNetwork, type Decline, type DeclineAdvice } from "@forestay/metrics";
import { readCompanySettings } from "#modules/companies/index.ts";
import { readRecipients, type Recipient } from "#modules/customer-mail/index.ts";
import { toMajorUnits } from "#modules/customers/index.ts";
import { recentTries, type RecentTry } from "#modules/ledger/index.ts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import type { CaseRow } from "../case-rows.ts";
import { readModel, type RecoveryModel } from "../learning/model-rows.ts";
import { readPolicyInUse, retryPolicyOf } from "../policies.ts";
import { sequenceFor } from "../sequence-for.ts";
import {
  joinTries,
  SAME_TRY_MS,
  TRIES_LOOK_BACK_MS,
  type CaseSituation,
  type WorkRules,
} from "./plan-case.ts";
import { readWorkSettings, type WorkSettings } from "./settings.ts";

/** What holds for all cases of a company at a moment. */
export interface Work extends WorkRules {
  settings: WorkSettings;
  model: RecoveryModel;
  companyName: string;
}

export async function readWork(tx: Tx, companyId: string): Promise<Work> {
  const { policy } = await readPolicyInUse(tx, companyId);
  const settings = await readWorkSettings(tx, companyId);
  const { model } = await readModel(tx, companyId);
  const { timeZone, name } = await readCompanySettings(tx, companyId);
  return {
    policy,
    retryPolicy: retryPolicyOf(policy),
    sendsSinceMs: settings.sendsSince?.getTime() ?? null,
    ownSinceMs: settings.ownSince?.getTime() ?? null,
    timeZone,
    retryTimes: settings.retryTimes,
    times: model.times,
    model,
    settings,
    companyName: name,
  };
}

interface OwnTry {
  customer_id: string;
  source: string;
  invoice_source_id: string;
  state: string;
  asked_at: Date;
  code: string | null;
  advice_code: string | null;
  network_advice_code: string | null;
  payment_method: string | null;
}

/** The last try of a bill, and the card it was made with; null where the ledger has not heard of it, or nobody said. */
export interface LastTry {
  atMs: number;
  cardKey: string | null;
  /** Cards that tries of ours have named. */
  named: readonly string[];
}

export interface Situation {
  known: CaseSituation;
  lastTry: LastTry;
  recipient: Recipient | undefined;
}

/** The days on which the sequence of a payment writes. */
export const sequenceOf = ({ policy, settings }: Pick<Work, "policy" | "settings">, row: CaseRow) =>
  sequenceFor(
    policy,
    {
      class: row.decline_class as DeclineClassName,
      reason: row.decline_reason as DeclineReasonName,
      plan: row.plan,
      amount: toMajorUnits(row.amount_minor, row.currency),
    },
    settings.tellsEnd,
  );

/** What planning has to know of these cases, read together. */
export async function readSituations(
  { tx, client }: { tx: Tx; client: SqlClient },
  companyId: string,
  rows: readonly CaseRow[],
  { work, now }: { work: Work; now: Date },
): Promise<Map<string, Situation>> {
  const customerIds = [...new Set(rows.map((row) => row.customer_id))];
  const since = new Date(now.getTime() - TRIES_LOOK_BACK_MS);
  const recipients = await readRecipients(tx, companyId, customerIds);
  const told = Map.groupBy(
    work.ownSinceMs === null ? [] : await recentTries(client, companyId, customerIds, since),
    ({ customerId }) => customerId,
  );
  const own = Map.groupBy(
    await readOwnTries(client, companyId, customerIds, since),
    ({ customer_id }) => customer_id,
  );
  return new Map(
    rows.map((row) => {
      const recipient = recipients.get(row.customer_id);
      const ofCustomer = told.get(row.customer_id) ?? [];
      const ownOfCustomer = own.get(row.customer_id) ?? [];
      const toldDecline = toldDeclineOf(row, ofCustomer);
      const known: CaseSituation = {
        firstFailedMs: row.first_failed_at.getTime(),
        plan: row.plan,
        class: toldDecline?.class ?? (row.decline_class as DeclineClassName),
        reason: toldDecline?.reason ?? (row.decline_reason as DeclineReasonName),
        lastTriedMs: row.last_tried_at.getTime(),
        waitMs: toldDecline?.waitMs ?? null,
        cardWaitsUntilMs: cardWaitsUntil(ofCustomer, ownOfCustomer),
        isPaused: row.paused_at !== null,
        arm: row.arm as CaseSituation["arm"],
        timesArm: row.times_arm as CaseSituation["timesArm"],
        // What somebody sent by hand is of no day, and keeps the next one at a distance all the same.
        lastMessage:
          row.last_message_at === null
            ? null
            : { day: row.last_message_day ?? -1, atMs: row.last_message_at.getTime() },
        days: (sequenceOf(work, row)?.messages ?? []).map(({ afterDays }) => afterDays),
        hasAddress: recipient?.address != null,
        isDisputed: row.is_disputed,
        isFromProvider: (integrationProviders as readonly string[]).includes(row.source),
        ownDecline: lastDeclineOf(ownOfCustomer, row),
        tries: triesOf(row, ofCustomer, ownOfCustomer),
        network: networkOf(ofCustomer.findLast(({ cardBrand }) => cardBrand !== null)?.cardBrand ?? null),
        nowMs: now.getTime(),
      };
      return [row.id, { known, lastTry: lastTryOf(row, ofCustomer, ownOfCustomer), recipient }];
    }),
  );
}

async function readOwnTries(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
  since: Date,
): Promise<OwnTry[]> {
  const { rows } = await client.query<OwnTry>(
    `select customer_id, source, invoice_source_id, state, asked_at, code, advice_code, network_advice_code, payment_method
     from recovery_tries where company_id = $1 and customer_id = any($2::uuid[]) and asked_at >= $3 and state <> 'not_tried'
     order by asked_at, n`,
    [companyId, customerIds, since],
  );
  return rows;
}

type OfBill = Pick<CaseRow, "source" | "invoice_source_id">;
const isOf = (row: OfBill, one: { source: string; invoice_source_id: string }) =>
  one.source === row.source && one.invoice_source_id === row.invoice_source_id;

function lastDeclineOf(own: readonly OwnTry[], row: OfBill): CaseSituation["ownDecline"] {
  const last = own.findLast((one) => isOf(row, one) && one.state === "declined");
  return last === undefined
    ? null
    : {
        atMs: last.asked_at.getTime(),
        decline: classifyDecline(last.code, {
          advice: last.advice_code as DeclineAdvice | null,
          networkAdvice: last.network_advice_code,
        }),
      };
}

/** The last decline of a bill that the ledger knows of; null where it was not asked for tries, or has none. */
function toldDeclineOf(row: OfBill, told: readonly RecentTry[]): Decline | null {
  const last = told.findLast(
    (one) => !one.succeeded && isOf(row, { source: one.source, invoice_source_id: one.invoiceSourceId }),
  );
  if (last === undefined) return null;
  const { declineCode, adviceCode, networkAdviceCode } = last;
  return classifyDecline(declineCode, {
    advice: adviceCode as DeclineAdvice | null,
    networkAdvice: networkAdviceCode,
  });
}

/**
 * Until when networks ask not to try a customer's card, whichever bill it was declined for: that of the last try, and what was
 * tried with no known card may be it. Null where none asks for anything.
 */
function cardWaitsUntil(told: readonly RecentTry[], own: readonly OwnTry[]): number | null {
  const card = told.findLast(({ cardKey }) => cardKey !== null)?.cardKey ?? null;
  const heardMs = told.at(-1)?.atMs ?? -Infinity;
  const declines = [
    ...told.filter(
      ({ succeeded, cardKey }) => !succeeded && (cardKey === null || card === null || cardKey === card),
    ),
    // Of ours, what the ledger has not heard of yet.
    ...own
      .filter(({ state, asked_at }) => state === "declined" && asked_at.getTime() > heardMs + SAME_TRY_MS)
      .map((one) => ({
        atMs: one.asked_at.getTime(),
        declineCode: one.code,
        adviceCode: one.advice_code,
        networkAdviceCode: one.network_advice_code,
      })),
  ];
  const untilMs = declines.flatMap(({ atMs, declineCode, adviceCode, networkAdviceCode }) => {
    const { waitMs } = classifyDecline(declineCode, {
      advice: adviceCode as DeclineAdvice | null,
      networkAdvice: networkAdviceCode,
    });
    return waitMs === undefined ? [] : [atMs + waitMs];
  });
  return untilMs.length === 0 ? null : Math.max(...untilMs);
}

function lastTryOf(
  row: OfBill & { last_tried_at: Date },
  told: readonly RecentTry[],
  own: readonly OwnTry[],
): LastTry {
  const last = told.findLast((one) =>
    isOf(row, { source: one.source, invoice_source_id: one.invoiceSourceId }),
  );
  const ofBill = own.filter((one) => isOf(row, one));
  const toldMs = last?.atMs ?? row.last_tried_at.getTime();
  const ownMs = ofBill.at(-1)?.asked_at.getTime() ?? -Infinity;
  const named = ofBill.flatMap((one) => one.payment_method ?? []);
  return ownMs > toldMs + SAME_TRY_MS
    ? { atMs: ownMs, cardKey: null, named }
    : { atMs: Math.max(toldMs, ownMs), cardKey: last?.cardKey ?? null, named };
}

/** Of the card that was tried last: tries of another one are known to be none of it, those of no known card may be. */
function triesOf(row: OfBill, told: readonly RecentTry[], own: readonly OwnTry[]): CaseSituation["tries"] {
  const card = told.findLast(({ cardKey }) => cardKey !== null)?.cardKey ?? null;
  return joinTries(
    told
      .filter(
        (one) =>
          one.cardKey === null ||
          one.cardKey === card ||
          isOf(row, { source: one.source, invoice_source_id: one.invoiceSourceId }),
      )
      .map((one) => ({
        atMs: one.atMs,
        isOfBill: isOf(row, { source: one.source, invoice_source_id: one.invoiceSourceId }),
      })),
    own.map((one) => ({ atMs: one.asked_at.getTime(), isOfBill: isOf(row, one) })),
  );
}

function networkOf(brand: string | null): CardNetwork | null {
  const word = brand?.toLowerCase() ?? "";
  return word === "visa" || word === "mastercard" ? word : null;
}
