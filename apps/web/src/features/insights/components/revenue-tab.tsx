import type { RevenueInsights } from "@forestay/contracts/wire";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import { MovementsChart, MovementsLegend } from "@/components/figures/movements-chart.tsx";
import { MovementsEquation } from "@/components/figures/movements-equation.tsx";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { movementMarks } from "../hooks/mark-criteria.ts";
import { equationTitle, movementsYearTitle } from "../hooks/revenue-words.ts";
import { CountriesRevenue } from "./countries-revenue.tsx";
import { LifetimeValue } from "./lifetime-value.tsx";
import { MonthsToTheCent } from "./months-to-the-cent.tsx";
import { movementsFile } from "./movements-file.ts";
import { MrrChurn } from "./mrr-churn.tsx";
import { PlansRevenue } from "./plans-revenue.tsx";
import { RevenueRetention } from "./revenue-retention.tsx";

/** The last full month as an equation, what changed MRR, what of it is kept, and each plan's part. */
export function RevenueTab({
  insights,
  currencyAsked,
}: {
  insights: RevenueInsights;
  currencyAsked: string | undefined;
}) {
  const { months, scope, plans } = insights;
  const filter: FigureFilter = {
    plan: scope.plan ?? undefined,
    currency: scope.currency,
    segment: scope.segment?.id,
  };
  const last = months.findLast(({ isComplete, flow }) => isComplete && flow !== null) ?? months.at(-1);
  return (
    <>
      {last === undefined ? null : (
        <SheetRow>
          <Cell
            title={equationTitle(months, scope.currency)}
            subtitle="Each figure opens the customers that add up to it"
          >
            <MovementsEquation month={last} currency={scope.currency} filter={filter} />
          </Cell>
        </SheetRow>
      )}
      <SheetRow columns="minmax(0,1fr) 400px">
        <MovementsByMonth insights={insights} filter={filter} />
        <RevenueRetention insights={insights} filter={filter} />
      </SheetRow>
      <SheetRow columns="minmax(0,1fr) 400px">
        <MrrChurn insights={insights} filter={filter} />
        {insights.lifetimeValue === null ? null : (
          <LifetimeValue
            value={insights.lifetimeValue}
            currency={scope.currency}
            filter={filter}
            currencyAsked={currencyAsked}
          />
        )}
      </SheetRow>
      {plans.length < 2 ? null : (
        <SheetRow>
          <PlansRevenue insights={insights} currencyAsked={currencyAsked} />
        </SheetRow>
      )}
      {insights.countries === null ? null : (
        <SheetRow>
          <CountriesRevenue insights={insights} />
        </SheetRow>
      )}
      <SheetRow>
        <MonthsToTheCent insights={insights} filter={filter} />
      </SheetRow>
    </>
  );
}

function MovementsByMonth({ insights, filter }: { insights: RevenueInsights; filter: FigureFilter }) {
  const { months, scope } = insights;
  const title = movementsYearTitle(months);
  return (
    <Cell title={title} subtitle="Revenue gained and lost by month" aside={<MovementsLegend />}>
      <MovementsChart
        filter={filter}
        months={months}
        currency={scope.currency}
        title={title}
        actions={<SaveMarks of="who came and left" marks={movementMarks(insights)} />}
        csv={movementsFile("mrr-movements", insights)}
      />
    </Cell>
  );
}
