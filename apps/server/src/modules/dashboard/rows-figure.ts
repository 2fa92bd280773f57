import type { dashboardRowsQuery } from "@forestay/contracts";
import type { z } from "zod";
import type { FigureRow, RowPage } from "#modules/metrics/index.ts";
import type { Quotient } from "./rows-quotients.ts";

export type RowsQuery = z.output<typeof dashboardRowsQuery>;

/** The rows of a figure and what they add up to, which is read from the rollups as the figure itself is. */
export interface Figure {
  title: string;
  totalMinor: number;
  count: number;
  closingMinor?: number;
  keptMinor?: number;
  /** Of who left, in one currency: what they paid. */
  lostMinor?: number | undefined;
  quotients?: readonly Quotient[];
  /** It is of the whole company, whatever it is asked for. */
  isWhole?: boolean;
  /** The total is how many customers there are. */
  isCount?: boolean;
  rows: (page: RowPage) => Promise<FigureRow[]>;
}
