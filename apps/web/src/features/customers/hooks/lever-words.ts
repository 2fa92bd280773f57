import type { CustomerDetail, WhatIf } from "@forestay/contracts/wire";
import { formatMoney, formatNumber } from "@/lib/format/index.ts";

type Change = WhatIf["suggestions"][number]["changes"][number];

/** What somebody would do, as a sentence: 'Change Contract from Month-to-month to Two year'. */
export function leverSentence(changes: readonly Change[]): string {
  const sentence = changes.map(changeWords).join(", and ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function changeWords({ label, from, to }: Change): string {
  if (typeof to === "number" && typeof from === "number") {
    const verb = to < from ? "bring" : "raise";
    return `${verb} ${label} from ${shown(from)} to ${shown(to)}`;
  }
  return from === null
    ? `set ${label} to ${shown(to)}`
    : `change ${label} from ${shown(from)} to ${shown(to)}`;
}

/** What a change does to the money that is expected to be lost within a year; null where no value is known. */
export function lossWords(
  {
    monthlyRevenue,
    lifetimeValue,
    currency,
  }: Pick<CustomerDetail, "monthlyRevenue" | "lifetimeValue" | "currency">,
  now: number,
  expected: number,
): string | null {
  const yearly = monthlyRevenue === null ? lifetimeValue : 12 * monthlyRevenue;
  if (yearly === null || yearly <= 0) return null;
  const [before, after] = [now, expected].map((probability) => formatMoney(probability * yearly, currency));
  if (before === after) return null;
  return `Expected loss ${expected < now ? "falls" : "rises"} from ${before} to ${after} a year.`;
}

const shown = (value: string | number) => (typeof value === "number" ? formatNumber(value, 2) : value);
