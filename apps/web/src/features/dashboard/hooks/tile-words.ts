import type { DashboardTile } from "@forestay/contracts/wire";
import { formatMoney, formatNumber, formatPoints, formatShare } from "@/lib/format/index.ts";

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
