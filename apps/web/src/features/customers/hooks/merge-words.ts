import { paymentStatusLabel, subscriptionStatusLabel } from "@forestay/contracts/wire";
import type { CustomerRecordValues, MergedThing, MergePreview } from "@forestay/contracts/wire";
import { formatCounted, formatMoney, formatRelative, formatShortDate } from "@/lib/format/index.ts";
import { attributeWords } from "./attribute-words.ts";

const things: Record<MergedThing, readonly [one: string, many: string]> = {
  subscriptions: ["subscription", "subscriptions"],
  invoices: ["bill", "bills"],
  payments: ["payment attempt", "payment attempts"],
  events: ["event", "events"],
  timelineEntries: ["timeline entry", "timeline entries"],
  notes: ["note", "notes"],
  tasks: ["task", "tasks"],
  cases: ["risk case", "risk cases"],
  steps: ["step done", "steps done"],
  tags: ["tag", "tags"],
  owners: ["owner", "owners"],
};
const list = new Intl.ListFormat("en", { type: "conjunction" });

/** '2 bills and 1 note move to Ann Lee.' */
export function movesWords({ moves, kept, other }: MergePreview): string {
  if (moves.length === 0) return `${other.fullName} has no bills, notes or other rows that would move.`;
  const parts = moves.map(({ what, count }) => formatCounted(count, ...things[what]));
  const total = moves.reduce((sum, { count }) => sum + count, 0);
  return `${list.format(parts)} ${total === 1 ? "moves" : "move"} to ${kept.fullName}.`;
}

/** A field in which two customers differ, in words; null: nothing is known. */
export interface Difference {
  key: string;
  label: string;
  kept: string | null;
  other: string | null;
  merged: string | null;
}

/** The fields in which two customers differ, and what the one that they become says. */
export function differencesOf({ kept, other, merged }: MergePreview): Difference[] {
  const [a, b, c] = [factsOf(kept), factsOf(other), factsOf(merged)];
  return [...new Map([...a, ...b].map(([key, fact]) => [key, fact.label]))].flatMap(([key, label]) => {
    const said = { kept: a.get(key)?.words, other: b.get(key)?.words, merged: c.get(key)?.words };
    if ((said.kept ?? null) === (said.other ?? null)) return [];
    return [{ key, label, kept: said.kept ?? null, other: said.other ?? null, merged: said.merged ?? null }];
  });
}

type Facts = Map<string, { label: string; words: string }>;

function factsOf(record: CustomerRecordValues): Facts {
  const facts: Facts = new Map();
  const say = (key: string, label: string, words: string | null) => {
    if (words !== null && words !== "") facts.set(key, { label, words });
  };
  const money = (amount: number | null) => (amount === null ? null : formatMoney(amount, record.currency));
  const day = (iso: string | null) => (iso === null ? null : formatShortDate(iso));
  const { subscriptionStatus: subscription, paymentStatus: payment } = record;
  say("name", "Name", record.fullName);
  say("email", "E-mail", record.email);
  say("id", "ID", record.externalId);
  say("plan", "Plan", record.plan);
  say("revenue", "Monthly revenue", money(record.monthlyRevenue));
  say("lifetime", "Lifetime value", money(record.lifetimeValue));
  say("subscription", "Subscription", subscription === null ? null : subscriptionStatusLabel(subscription));
  say("payment", "Payment", payment === null ? null : paymentStatusLabel(payment));
  say("started", "Customer since", day(record.startedAt));
  say("left", "Left", record.hasLeft ? (day(record.leftAt) ?? "Yes") : null);
  say(
    "active",
    "Last activity",
    record.lastActivityDate === null ? null : formatRelative(record.lastActivityDate),
  );
  for (const attribute of record.attributes)
    say(`attribute-${attribute.key}`, attribute.label, attributeWords(attribute, record.currency));
  return facts;
}
