import {
  SubscriptionStatus,
  type BillingInterval,
  type SubscriptionStatusValue,
} from "@forestay/contracts/wire";
import { plainWord } from "@forestay/import-mapping";
import { mrrAt, mrrOfCustomer } from "@forestay/metrics";
import { MOST_PRICE_MINOR, type SubscriptionInput } from "#modules/ledger/encoding/index.ts";
import { readNumber, readStatus, readText } from "../cell-reader.ts";
import type { ConvertedLedgerRow } from "./converted-row.ts";
import { whoOf, type LedgerRow } from "./ledger-row.ts";
import { endedByOf, intervalOf, type Every } from "./ledger-words.ts";

const fixedIntervals: Record<BillingInterval, Every> = {
  week: { unit: "week", count: 1 },
  month: { unit: "month", count: 1 },
  quarter: { unit: "month", count: 3 },
  half_year: { unit: "month", count: 6 },
  year: { unit: "year", count: 1 },
  once: null,
};
const MAX_QUANTITY = 2_147_483_647;
const MAX_INTERVALS = 520;

/** A row of a table of subscriptions, or of their prices. */
export function convertSubscription(row: LedgerRow): ConvertedLedgerRow<"subscriptions"> {
  const customer = row.customer();
  // A file with a row for each term has one start, that of the term: the subscription began with the first of them.
  const startTarget = row.has("subscriptionStart") ? "subscriptionStart" : "priceFrom";
  const startedAt = row.moment(startTarget, { mayCome: true, isNeeded: true });
  const status = row.read("subscriptionStatus", (cell, mapping) =>
    readStatus(cell, mapping, "subscriptionStatus"),
  );
  const end = row.moment("subscriptionEnd", { mayCome: true });
  const asked = row.moment("cancelRequestedAt");
  const isRenewed = isPastTerm(end, status, row.columns.referenceTime);
  const endedAt = isRenewed ? null : endOf(end, asked, status);
  // Asked for in a term that was renewed after all: it was taken back.
  const isTakenBack = isRenewed && asked !== null && end !== null && Date.parse(asked) <= Date.parse(end);
  const priceUntil = row.moment("priceUntil", { mayCome: true });
  // A price of which only the end is given is that of the beginning.
  const priceFrom =
    startTarget === "priceFrom"
      ? startedAt
      : (row.moment("priceFrom", { mayCome: true }) ?? (priceUntil === null ? null : startedAt));
  const trialEndsAt = row.moment("trialEnd", { mayCome: true });
  const quantity = row.read("quantity", wholeNumber(MAX_QUANTITY, 0));
  const price = priceOf(row, quantity);
  if (startedAt !== null && endedAt !== null && Date.parse(endedAt) < Date.parse(startedAt))
    row.fail("subscriptionEnd", "end_before_start", `a date not before ${row.dayOf(startTarget)}`);
  if (priceUntil !== null && Date.parse(priceUntil) <= Date.parse(priceFrom ?? startedAt ?? priceUntil))
    row.fail("priceUntil", "end_before_start", "a date after the price began");
  const charged = price !== null && chargesNothing(row, trialEndsAt) ? { ...price, ...nothing } : price;
  const endReason = row.text("endReason", 2000);
  const renewsAt = row.moment("renewsAt", { mayCome: true });
  const plan = row.text("plan", 200);
  const sourceId = row.idOf("subscriptionId", () => [
    "subscription",
    whoOf(customer),
    row.dayOf(startTarget),
  ]);
  // As written, like the start that it is held against: by the clock of UTC an evening is the next day.
  const lastDay =
    priceUntil !== null
      ? row.dayOf("priceUntil")
      : endedAt === null
        ? null
        : row.dayOf(end === null ? "cancelRequestedAt" : "subscriptionEnd");
  if (row.problems.length > 0 || startedAt === null || charged === null)
    return { ok: false, problems: row.problems };
  const record: SubscriptionInput = {
    customer,
    sourceId,
    status: status as SubscriptionStatusValue | null,
    startedAt,
    endedAt,
    trialEndsAt,
    cancelRequestedAt: isTakenBack ? null : asked,
    ...(isRenewed ? { renewedAt: end } : {}),
    renewsAt,
    endedBy: endReason === null ? null : endedByOf(endReason),
    endReason,
    price: { plan, ...charged, quantity },
    priceFrom,
    priceUntil,
  };
  return {
    ok: true,
    record,
    facts: {
      key:
        priceFrom === null
          ? sourceId
          : `${sourceId}\n${row.written("priceFrom") ?? row.written(startTarget)}`,
      currency: charged.currency,
      amountMinor: monthlyNow(record, row.columns.referenceTime),
      day: row.dayOf(startTarget),
      who: whoOf(customer),
      doubt: isRenewed
        ? "past_end"
        : charged.amountMinor > 0 && isOver(status) && endedAt === null && renewsAt === null
          ? "undated_end"
          : null,
      // Rows of one start are stretches of one subscription's price.
      withoutId:
        row.text("subscriptionId") !== null || (priceFrom !== null && startTarget !== "priceFrom")
          ? null
          : { until: lastDay },
    },
  };
}

const nothing = { amountMinor: 0, discountMinor: 0, includedTaxMinor: 0 };

/**
 * Whether its status says that nothing was ever charged (the first payment of an `incomplete` one never came), or nothing yet (a trial
 * of which the end is not known): such a price is no revenue.
 */
function chargesNothing(row: LedgerRow, trialEndsAt: string | null): boolean {
  const said = row.read("subscriptionStatus", (cell) => readText(cell, Infinity));
  const word = plainWord(said ?? "");
  return (
    /^incomplete(expired)?$/.test(word) ||
    (trialEndsAt === null && /^(trial|trialing|ontrial|intrial)$/.test(word))
  );
}

const isOver = (status: number | null) =>
  status === SubscriptionStatus.Cancelled || status === SubscriptionStatus.Inactive;

/** Whether it runs on by its status though its end has passed: the end of a contract's term, which was renewed. */
function isPastTerm(end: string | null, status: number | null, referenceTime: string): boolean {
  return end !== null && status === SubscriptionStatus.Active && Date.parse(end) <= Date.parse(referenceTime);
}

/** When it ended. A status that says so makes the day on which that was asked for the end, where no other is named. */
function endOf(end: string | null, asked: string | null, status: number | null): string | null {
  return end ?? (isOver(status) ? asked : null);
}

function priceOf(row: LedgerRow, quantity: number | null) {
  const { options } = row.columns;
  const amount = row.amount("price", { isNeeded: true });
  const discountMinor = row.amount("discount");
  const includedTaxMinor = row.amount("includedTax");
  const every = everyOf(row);
  if (amount === null || every === undefined) return null;
  const amountMinor = options.priceMeans === "seat" ? amount * (quantity ?? 1) : amount;
  if (!(amountMinor <= MOST_PRICE_MINOR)) {
    row.fail("price", "out_of_range", "a price of not more than a trillion");
    return null;
  }
  if ((discountMinor ?? 0) + (includedTaxMinor ?? 0) > amountMinor) {
    const target = discountMinor === null ? "includedTax" : "discount";
    row.fail(target, "out_of_range", "not more than the price");
    return null;
  }
  return { currency: row.currency, amountMinor, discountMinor, includedTaxMinor, every };
}

/** How often the price is charged; undefined where the row does not say it rightly, which is noted. */
function everyOf(row: LedgerRow): Every | undefined {
  const { options } = row.columns;
  // A revenue per month is charged as one: what the customer really pays at once is not in such a file.
  if (options.priceMeans === "month") return fixedIntervals.month;
  const count = row.read("billingCount", wholeNumber(MAX_INTERVALS, 1)) ?? 1;
  if (!row.has("billingInterval"))
    return options.every === undefined ? undefined : fixedIntervals[options.every];
  const read = row.require("billingInterval", "a billing interval such as month or year", (cell) => {
    const text = readText(cell, 100);
    if (!text.ok || text.value === null) return text as { ok: true; value: null };
    const every = intervalOf(text.value, count);
    return every === null
      ? { ok: false, code: "bad_interval", expected: "a billing interval such as month or year" }
      : { ok: true, value: every };
  });
  return read?.every;
}

const wholeNumber =
  (most: number, least: number) =>
  (...[cell, mapping]: Parameters<typeof readNumber>): ReturnType<typeof readNumber> => {
    const number = readNumber(cell, mapping);
    if (!number.ok || number.value === null) return number;
    return Number.isInteger(number.value) && number.value >= least && number.value <= most
      ? number
      : { ok: false, code: "out_of_range", expected: `a whole number from ${least} to ${most}` };
  };

/** What the row alone makes of monthly revenue at the time of the upload, minor units. */
function monthlyNow({ sourceId, price, ...row }: SubscriptionInput, referenceTime: string): number {
  const ms = (iso: string | null | undefined) => (iso ? Date.parse(iso) : null);
  const ends = [ms(row.endedAt), ms(row.priceUntil)].filter((end) => end !== null);
  const startMs = Date.parse(row.priceFrom ?? row.startedAt);
  const { timelines } = mrrOfCustomer("", [
    {
      subscriptionId: sourceId,
      currency: price.currency,
      amountMinor: price.amountMinor,
      every: price.every,
      discountMinor: price.discountMinor ?? 0,
      includedTaxMinor: price.includedTaxMinor ?? 0,
      startMs,
      endMs: ends.length === 0 ? null : Math.max(startMs, Math.min(...ends)),
      trialEndMs: ms(row.trialEndsAt),
    },
  ]);
  const [timeline] = timelines;
  return timeline ? mrrAt(timeline, Date.parse(referenceTime)) : 0;
}
