import type { CustomerDetail, WhatIf } from "@forestay/contracts/wire";
import { formatMoney, formatNumber } from "@/lib/format/index.ts";
import type { Reasons } from "./use-reasons.ts";

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

/**
 * Why the reason that raises a score most is not among the levers; null where it is one, and where nothing raises it. What
 * is no field of the what-if is what the customer is or does, which no company sets.
 */
export function whyNoLever(
  factors: Reasons["factors"],
  { fields, suggestions }: Pick<WhatIf, "fields" | "suggestions">,
): string | null {
  const [top] = factors
    .filter(({ feature, points }) => points > 0 && feature !== "other")
    .toSorted((a, b) => b.points - a.points);
  if (top === undefined) return null;
  if (suggestions.some(({ changes }) => changes.some(({ field }) => field === top.feature))) return null;
  const field = fields.find((one) => one.field === top.feature);
  const reason = `The main reason, ${top.label} (${top.evidence}),`;
  if (field === undefined)
    return `${reason} is none of these: it is what the customer does or is, and no company can set it. The next steps say how to work on it.`;
  if (field.isMoney)
    return `${reason} is not suggested: what costs less in your data is mostly another product. Try a price below.`;
  return `${reason} is not suggested: no other value that customers like this one have lowers the score. Try one below.`;
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
