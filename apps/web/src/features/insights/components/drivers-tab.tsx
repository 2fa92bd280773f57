import type { DriversInsights } from "@forestay/contracts/wire";
import { BarList } from "@/components/charts/bar-list.tsx";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import { DriverCurves } from "@/components/drivers/driver-curves.tsx";
import { CsvButton } from "@/components/ui/csv-button.tsx";
import { MoreLink } from "@/components/ui/more-link.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { driversTitle } from "../hooks/drivers-words.ts";
import { driverMarks } from "../hooks/mark-criteria.ts";
import { AddedByField } from "./added-by-field.tsx";

const shown = 8;

/** What moves the scores of the model in use: the strongest, what each field adds, and each with its curve. */
export function DriversTab({ insights }: { insights: DriversInsights }) {
  const { drivers, model, scope, fieldValues } = insights;
  return (
    <>
      <SheetRow {...(fieldValues === null ? {} : { columns: "minmax(0,1fr) minmax(0,1fr)" })}>
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
          <p className="m-0 pt-2 text-note text-ink-2">
            Fields that go together share their influence: of two that say the same, the one that the model
            happened to use stands higher. None of this proves a cause.
          </p>
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
        {fieldValues === null ? null : <AddedByField fieldValues={fieldValues} />}
      </SheetRow>
      <DriverCurves
        drivers={drivers}
        currency={scope.currency}
        actionsOf={(driver) => {
          const known = drivers.find(({ feature }) => feature === driver.feature);
          return known === undefined ? null : (
            <SaveMarks of={known.label} marks={driverMarks(known, scope.currency)} />
          );
        }}
      />
    </>
  );
}
