import type { DashboardTile, MovementsMonth, RiskMix } from "../dashboard/schemas.ts";
import type { DashboardTileKey, MrrMovementKind } from "../dashboard/vocabulary.ts";
import { formatNumber } from "./count.ts";
import { formatMoney } from "./money.ts";
import { formatPoints, formatShare } from "./share.ts";

/** What a head of customer success asks first comes first, on the page and in the report. */
export const TILE_ORDER: readonly DashboardTileKey[] = [
  "revenue_at_risk",
  "logo_churn",
  "net_revenue_retention",
  "gross_revenue_retention",
  "mrr",
  "recovered_this_month",
];

/** A figure of a tile: money without decimals, a share as percent with one decimal, because retention moves by tenths. */
export function tileFigure(value: number, { unit }: Pick<DashboardTile, "unit">, currency: string): string {
  return unit === "money" ? formatMoney(value, currency) : `${formatNumber(value * 100, 1)}%`;
}

export interface TileChange {
  /** Which way it went; null where it stayed. */
  arrow: "up" | "down" | null;
  isGood: boolean | null;
  /** '12%', '0.4 pts', 'no change'. */
  text: string;
}

/** How a tile moved since the period before; null where one of the two is not known. */
export function tileChange(tile: DashboardTile): TileChange | null {
  const { change, before, unit, moreIsBetter } = tile;
  if (change === null || before === null) return null;
  const text =
    unit === "share"
      ? formatPoints(change * 100)
      : before === 0
        ? "from nothing"
        : formatShare(Math.abs(change) / Math.abs(before));
  if (change === 0 || text === "0 pts" || text === "0%")
    return { arrow: null, isGood: null, text: "no change" };
  return { arrow: change > 0 ? "up" : "down", isGood: change > 0 === moreIsBetter, text };
}

/** The five movements in the order of their equation: what is added, then what is taken. */
export const movementWords: readonly { key: MrrMovementKind; label: string; isLoss: boolean }[] = [
  { key: "new", label: "New", isLoss: false },
  { key: "expansion", label: "Expansion", isLoss: false },
  { key: "reactivation", label: "Reactivation", isLoss: false },
  { key: "contraction", label: "Contraction", isLoss: true },
  { key: "churn", label: "Churn", isLoss: true },
];

/** 'MRR grew by $3,120 in October': the newest whole month. */
export function movementsTitle(months: readonly MovementsMonth[], currency: string): string {
  const newest = months.findLast(({ isComplete, flow }) => isComplete && flow !== null);
  if (newest?.flow == null) return "What changed MRR";
  const change = newest.flow.end - newest.flow.start;
  const month = monthName(newest.month);
  if (change === 0) return `MRR stayed the same in ${month}`;
  return `MRR ${change > 0 ? "grew" : "fell"} by ${formatMoney(Math.abs(change), currency)} in ${month}`;
}

const names = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

/** 'October' of '2026-10'. */
export const monthName = (month: string): string => names.format(new Date(`${month}-01T00:00:00Z`));

/** What is lost with a customer who leaves, as revenue at risk counts it. */
export const valuedByWords = (valuedBy: RiskMix["valuedBy"]): string =>
  ({
    revenue: "a year of revenue",
    lifetime: "lifetime value",
    both: "a year of revenue, or lifetime value where none is known",
  })[valuedBy];
