import type { RevenueInsights } from "@forestay/contracts/wire";
import { movementParts } from "@/components/figures/movement-parts.ts";

/** Months as a file: what MRR began and ended with, and what moved it between, in major units. */
export const movementsFile = (name: string, { months, scope }: RevenueInsights) => ({
  name,
  columns: ["month", "is_complete", "currency", "start", ...movementParts.map(({ key }) => key), "end"],
  rows: months.flatMap(({ month, isComplete, flow }) =>
    flow === null
      ? []
      : [
          [
            month,
            isComplete,
            scope.currency,
            flow.start,
            ...movementParts.map(({ key }) => flow[key]),
            flow.end,
          ],
        ],
  ),
});
