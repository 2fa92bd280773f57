import type { PlannedColumn } from "../feature-plan.ts";
import { EVENT_PREFIX } from "./event-features.ts";

interface LedgerWords {
  label: string;
  unit: PlannedColumn["unit"];
  raising?: string;
  lowering?: string;
}

const ofLedger: Readonly<Record<string, LedgerWords>> = {
  revenue_change_180d: { label: "Change of price", unit: "number" },
  expansions_180d: { label: "Expansions", unit: "count" },
  contractions_180d: { label: "Contractions", unit: "count" },
  reactivations_180d: { label: "Times come back", unit: "count" },
  days_since_failed_payment: { label: "Last failed payment", unit: "days" },
  orders_days_since: {
    label: "Last order",
    unit: "days",
    raising: "No order for a while",
    lowering: "Recent order",
  },
  orders_overdue: { label: "Time without an order against the usual", unit: "number" },
  order_average: { label: "What an order comes to", unit: "money" },
};

/** Words for what a ledger's past is told in (`ledgerFeatures`); null for any other key. */
export function ledgerWords(base: string): LedgerWords | null {
  const known = ofLedger[base];
  if (known) return known;
  const failed = /^failed_payments_(\d+)d$/.exec(base);
  if (failed) return { label: `Failed payments, ${failed[1]} days`, unit: "count" };
  const ordered = /^(orders|order_amount)_(\d+)d(_trend)?$/.exec(base);
  if (ordered) {
    const [, what, days, trend] = ordered;
    const label = what === "orders" ? "Orders" : "Spent on orders";
    if (trend !== undefined) return { label: `${label}, ${days} days against those before`, unit: "number" };
    return { label: `${label}, ${days} days`, unit: what === "orders" ? "count" : "money" };
  }
  const [, name, form] =
    new RegExp(`^${EVENT_PREFIX}(.+?)_(days_since|overdue|\\d+d|\\d+d_trend)$`).exec(base) ?? [];
  if (name === undefined || form === undefined) return null;
  const called = sentence(name);
  if (form === "days_since") {
    return {
      label: `Last: ${called}`,
      unit: "days",
      raising: `Quiet: ${called}`,
      lowering: `Recent: ${called}`,
    };
  }
  if (form === "overdue") return { label: `${called}, silence against the usual`, unit: "number" };
  const days = Number.parseInt(form, 10);
  if (form.endsWith("_trend"))
    return { label: `${called}, ${days} days against those before`, unit: "number" };
  return { label: `${called}, ${days} days`, unit: "count" };
}

/** 'ticket_opened' -> 'Ticket opened'. */
function sentence(name: string): string {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? name : words[0]?.toUpperCase() + words.slice(1);
}
