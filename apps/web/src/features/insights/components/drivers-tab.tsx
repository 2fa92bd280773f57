import type { DriversInsights } from "@forestay/contracts/wire";
import { BarList } from "@/components/charts/bar-list.tsx";
import { DriverCurves } from "@/components/drivers/driver-curves.tsx";
import { CsvButton } from "@/components/ui/csv-button.tsx";
import { MoreLink } from "@/components/ui/more-link.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { driversTitle } from "../hooks/drivers-words.ts";

const shown = 8;

/** What moves the scores of the model in use: the strongest, and each with its curve. */
export function DriversTab({ insights }: { insights: DriversInsights }) {
  const { drivers, model, scope } = insights;
  return (
    <>
      <SheetRow>
        <Cell
          title={driversTitle(drivers)}
          subtitle="Influence on the score; the strongest = 100"
          aside={
            model === null ? undefined : (
              <MoreLink to={`/app/analytics/models/${model.version}`}>{`Model ${model.version}`}</MoreLink>
            )
          }
        >
          <BarList
            items={drivers.slice(0, shown).map((driver) => ({
              key: driver.feature,
              label: driver.label,
              value: driver.importance,
              valueText: String(Math.round(driver.importance)),
            }))}
          />
          <div className="flex justify-end pt-2">
            <CsvButton
              file={{
                name: "drivers",
                columns: [
                  "driver",
                  "influence",
                  "direction",
                  "value",
                  "chance",
                  "left_of_those",
                  "share_of_records",
                ],
                rows: drivers.flatMap(({ label, importance, direction, dependence }) =>
                  dependence === null
                    ? [[label, importance, direction, null, null, null, null]]
                    : dependence.points.map((point) => [
                        label,
                        importance,
                        direction,
                        point.level ?? point.at,
                        point.probability,
                        point.observed?.value ?? null,
                        point.share,
                      ]),
                ),
              }}
            />
          </div>
        </Cell>
      </SheetRow>
      <DriverCurves drivers={drivers} currency={scope.currency} />
    </>
  );
}
