import { SubscriptionStatus, type SubscriptionStatusValue } from "@forestay/contracts/vocabulary";
import {
  MOST_PRICE_MINOR,
  type LedgerRefusal,
  type PriceInput,
  type SubscriptionInput,
} from "../ledger-record.ts";
import { hear, olderOf, recall, toldOf, type Heard, type Older } from "./hear.ts";
import {
  movedStart,
  priceAfter,
  withCorrected,
  withDated,
  withGapFrom,
  withLast,
  withPresent,
  type Price,
  type Stretch,
} from "./price-stretches.ts";
import {
  areAmounts,
  isoTime,
  requiredMs,
  storedMs,
  timeMs,
  type NextRow,
  type RowKind,
  type StoredRow,
} from "./row-kind.ts";

const { Inactive, Active, Cancelled, Paused } = SubscriptionStatus;
const over: readonly unknown[] = [Inactive, Cancelled];

interface SaidSubscription {
  status: SubscriptionStatusValue | null;
  startedMs: number;
  endedMs: number | null;
  trialEndsMs: number | null;
  cancelRequestedMs: number | null;
  renewsMs: number | null;
  endedBy: "voluntary" | "involuntary" | null;
  endReason: string | null;
}

interface Subscription {
  heard: Heard<SaidSubscription>;
  /** As they stand in the columns: what nobody said follows from the rest. */
  status: SubscriptionStatusValue;
  startedMs: number;
  endedMs: number | null;
  /** When the price of now was told; null where each price came with its dates. */
  priceToldMs: number | null;
  stretches: readonly Stretch[];
}

/** When the price of this news began, where it came with its dates: one of which only the end is known, with the subscription. */
const fromOf = ({ priceFrom, priceUntil, startedAt }: SubscriptionInput): number | null =>
  timeMs(priceFrom ?? (priceUntil ? startedAt : null));

const holds = (field: keyof SaidSubscription, known: unknown) => field === "status" && over.includes(known);

function saidBy(record: SubscriptionInput, known: Subscription | null): SaidSubscription {
  const startedMs = timeMs(record.startedAt) ?? Number.NaN;
  const fromMs = fromOf(record);
  return {
    status: record.status ?? null,
    // A row for each price may well give the beginning of its own stretch.
    startedMs: fromMs === null ? startedMs : Math.min(known?.startedMs ?? startedMs, startedMs, fromMs),
    endedMs: timeMs(record.endedAt),
    trialEndsMs: timeMs(record.trialEndsAt),
    cancelRequestedMs: timeMs(record.cancelRequestedAt),
    renewsMs: timeMs(record.renewsAt),
    endedBy: record.endedBy ?? null,
    endReason: record.endReason ?? null,
  };
}

/** What was said before of one that goes on, without an end that was still to come, or a wish, that this takes back. */
function takenBack(
  heard: Heard<SaidSubscription>,
  { goesOn, renewedAt }: SubscriptionInput,
  toldAtMs: number,
): Heard<SaidSubscription> {
  const renewedMs = timeMs(renewedAt);
  const { endedMs, cancelRequestedMs } = heard.said;
  // Of a term: the wish to end with it, not with a later one.
  const isOfTerm =
    renewedMs !== null &&
    (endedMs === null || endedMs <= renewedMs) &&
    (cancelRequestedMs ?? Infinity) <= renewedMs;
  if (goesOn !== true && !isOfTerm) return heard;
  const said = { ...heard.said };
  const earlierMs = { ...heard.earlierMs };
  const forget = (field: "endedMs" | "cancelRequestedMs" | "endedBy" | "endReason") => {
    if (said[field] === null || toldOf(heard, field) >= toldAtMs) return;
    said[field] = null;
    delete earlierMs[field];
  };
  // One that has passed is an end: between it and this news nothing was charged, as far as anybody said.
  if (endedMs !== null && endedMs > toldAtMs) forget("endedMs");
  forget("cancelRequestedMs");
  forget("endedBy");
  forget("endReason");
  return { ...heard, said, earlierMs };
}

/** The subscription after this news of it, or why it cannot be. */
function nextSubscription(
  known: Subscription | null,
  record: SubscriptionInput,
  toldAtMs: number,
): Subscription | LedgerRefusal {
  if (!isPrice(record.price)) return "bad_amount";
  const before = known === null ? null : takenBack(known.heard, record, toldAtMs);
  const heard = hear(before, saidBy(record, known), toldAtMs, holds);
  const { status, endedMs } = statusOf(heard, known);
  let startedMs = heard.said.startedMs;
  let stretches: readonly Stretch[] = known?.stretches ?? [];
  // It ended and began anew: what lies between was not charged. An end that was still to come is that of a term, which was renewed.
  if (known !== null && known.endedMs !== null && endedMs === null && known.endedMs <= known.heard.toldAtMs)
    stretches = withGapFrom(stretches, known.endedMs);
  const fromMs = fromOf(record);
  if (known !== null && fromMs === null) stretches = movedStart(stretches, known.startedMs, startedMs);
  let priceToldMs = known?.priceToldMs ?? null;
  if (fromMs !== null) {
    const untilMs = timeMs(record.priceUntil);
    if (untilMs !== null && untilMs <= fromMs) return "end_before_start";
    const dated = withDated(stretches, fromMs, untilMs, record.price);
    if (dated === null) return "overlapping_price";
    stretches = dated;
  } else if (priceToldMs === null || toldAtMs >= priceToldMs) {
    const isSaidAgain = priceToldMs === toldAtMs;
    stretches = withPriceOfNow(stretches, record.price, {
      startedMs,
      status,
      endedMs,
      toldAtMs,
      isSaidAgain,
    });
    priceToldMs = toldAtMs;
  }
  startedMs = Math.min(startedMs, stretches[0]?.fromMs ?? startedMs);
  if (endedMs !== null && endedMs < startedMs) return "end_before_start";
  return { heard, status, startedMs, endedMs, priceToldMs, stretches };
}

/** Status and end as they follow from what was said. */
function statusOf(
  heard: Heard<SaidSubscription>,
  known: Subscription | null,
): Pick<Subscription, "status" | "endedMs"> {
  const { status, startedMs, endedMs, renewsMs } = heard.said;
  if (status === null) {
    return { status: endedMs !== null && endedMs <= heard.toldAtMs ? Cancelled : Active, endedMs };
  }
  const statusMs = toldOf(heard, "status");
  if (!over.includes(status)) {
    // Said to be running after it was said to have ended: it began anew.
    const isTakenUpAgain = endedMs !== null && endedMs <= statusMs && toldOf(heard, "endedMs") < statusMs;
    return { status, endedMs: isTakenUpAgain ? null : endedMs };
  }
  if (endedMs !== null) return { status, endedMs };
  if (known !== null && known.endedMs !== null && over.includes(known.status))
    return { status, endedMs: known.endedMs };
  // Over, and nobody says since when: with the term that was paid, else since we were told.
  const hasPaidTerm = renewsMs !== null && renewsMs > startedMs && renewsMs <= statusMs;
  return { status, endedMs: hasPaidTerm ? renewsMs : Math.max(statusMs, startedMs) };
}

interface PriceOfNow {
  startedMs: number;
  status: number;
  endedMs: number | null;
  toldAtMs: number;
  /** Said before at this very moment. */
  isSaidAgain: boolean;
}

function withPriceOfNow(
  stretches: readonly Stretch[],
  price: PriceInput,
  { startedMs, status, endedMs, toldAtMs, isSaidAgain }: PriceOfNow,
): readonly Stretch[] {
  if (stretches.length === 0) {
    const since: Stretch = {
      fromMs: startedMs,
      untilMs: null,
      untilIsSaid: false,
      price: priceAfter(undefined, price),
    };
    return status === Paused ? withGapFrom([since], toldAtMs) : [since];
  }
  if (endedMs !== null && endedMs <= toldAtMs) return withLast(stretches, price);
  if (status === Paused) return withGapFrom(stretches, toldAtMs);
  return isSaidAgain ? withCorrected(stretches, toldAtMs, price) : withPresent(stretches, toldAtMs, price);
}

function isPrice({ amountMinor, discountMinor, includedTaxMinor, every, quantity }: PriceInput): boolean {
  return (
    areAmounts(amountMinor, discountMinor, includedTaxMinor, quantity) &&
    amountMinor <= MOST_PRICE_MINOR &&
    (discountMinor ?? 0) + (includedTaxMinor ?? 0) <= amountMinor &&
    (every === null || (Number.isInteger(every.count) && every.count >= 1 && every.count <= 520))
  );
}

const priceRow = ({ fromMs, untilMs, untilIsSaid, price }: Stretch): StoredRow => ({
  from_at: isoTime(fromMs),
  until_at: isoTime(untilMs),
  until_is_said: untilIsSaid,
  plan: price.plan,
  currency: price.currency,
  amount_minor: price.amountMinor,
  discount_minor: price.discountMinor,
  included_tax_minor: price.includedTaxMinor,
  interval_unit: price.every?.unit ?? null,
  interval_count: price.every?.count ?? null,
  quantity: price.quantity,
  is_estimated: price.isEstimated ? true : null,
});

const stretchOf = (row: StoredRow): Stretch => ({
  fromMs: requiredMs(row["from_at"]),
  untilMs: storedMs(row["until_at"]),
  untilIsSaid: row["until_is_said"] === true,
  price: {
    plan: row["plan"] as string | null,
    currency: row["currency"] as string,
    amountMinor: row["amount_minor"] as number,
    discountMinor: row["discount_minor"] as number,
    includedTaxMinor: row["included_tax_minor"] as number,
    every:
      row["interval_unit"] === null
        ? null
        : ({ unit: row["interval_unit"], count: row["interval_count"] } as Price["every"]),
    quantity: row["quantity"] as number | null,
    isEstimated: row["is_estimated"] === true,
  },
});

function recalled({ columns: c, prices = [] }: NextRow): Subscription {
  const values: SaidSubscription = {
    status: c["status"] as SubscriptionStatusValue,
    startedMs: requiredMs(c["started_at"]),
    endedMs: storedMs(c["ended_at"]),
    trialEndsMs: storedMs(c["trial_ends_at"]),
    cancelRequestedMs: storedMs(c["cancel_requested_at"]),
    renewsMs: storedMs(c["renews_at"]),
    endedBy: c["ended_by"] as SaidSubscription["endedBy"],
    endReason: c["end_reason"] as string | null,
  };
  const older = c["older"] as Older;
  const toldAtMs = requiredMs(c["told_at"]);
  return {
    heard: recall({ ...values, endedMs: older?.["endedThen"] ?? values.endedMs }, toldAtMs, older),
    status: values.status ?? Active,
    startedMs: values.startedMs,
    endedMs: values.endedMs,
    priceToldMs: older?.["price"] === undefined ? toldAtMs : older["price"],
    stretches: prices.map(stretchOf).sort((a, b) => a.fromMs - b.fromMs),
  };
}

function columnsOf({ heard, status, startedMs, endedMs, priceToldMs }: Subscription): StoredRow {
  // Who ended it and why are of an end: where it goes on they are gone.
  const hasEnd = endedMs !== null || heard.said.endedMs === null;
  const values: SaidSubscription = {
    ...heard.said,
    status,
    startedMs,
    endedMs,
    endedBy: hasEnd ? heard.said.endedBy : null,
    endReason: hasEnd ? heard.said.endReason : null,
    cancelRequestedMs: hasEnd ? heard.said.cancelRequestedMs : null,
  };
  const older = {
    ...olderOf(heard, values),
    ...(priceToldMs !== heard.toldAtMs && { price: priceToldMs }),
    // Not shown, but known: an older end must not come in its place.
    ...(endedMs === null && heard.said.endedMs !== null && { endedThen: heard.said.endedMs }),
  };
  return {
    status: values.status,
    started_at: isoTime(values.startedMs),
    ended_at: isoTime(values.endedMs),
    trial_ends_at: isoTime(values.trialEndsMs),
    cancel_requested_at: isoTime(values.cancelRequestedMs),
    renews_at: isoTime(values.renewsMs),
    ended_by: values.endedBy,
    end_reason: values.endReason,
    told_at: isoTime(heard.toldAtMs),
    older: Object.keys(older).length === 0 ? null : older,
  };
}

/** Subscriptions with their prices. */
export const subscriptionRows: RowKind<"subscriptions"> = {
  table: "subscriptions",
  columns: [
    "status",
    "started_at",
    "ended_at",
    "trial_ends_at",
    "cancel_requested_at",
    "renews_at",
    "ended_by",
    "end_reason",
  ],
  next(known, record, toldAtMs) {
    const next = nextSubscription(known === null ? null : recalled(known), record, toldAtMs);
    if (typeof next === "string") return next;
    return { columns: columnsOf(next), prices: next.stretches.map(priceRow) };
  },
};
