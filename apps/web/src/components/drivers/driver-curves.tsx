import type { Driver } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { ArrowDownRight, ArrowUpRight, ChartSpline } from "lucide-react";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatShare } from "@/lib/format/index.ts";
import { DependenceChart } from "./dependence-chart.tsx";

interface DriverCurvesProps {
  drivers: readonly Driver[];
  currency: string;
  /** What can be done with a driver's values, below its curve. */
  actionsOf?: (driver: Driver) => ReactNode;
}

/** Every driver with its direction and its curve: what the model says of one value while all others stay. */
export function DriverCurves({ drivers, currency, actionsOf }: DriverCurvesProps) {
  return (
    <>
      <SheetRow>
        <Cell
          title="What moves the scores, one value at a time"
          subtitle="Strongest first; influence of the strongest = 100"
        >
          <p className="m-0 max-w-180 text-ui text-ink-2">
            The line, or bar, is the model's average chance of leaving if every customer had that value and
            all else stayed as it is (partial dependence, Friedman 2001). Gray marks are the share that really
            left among those who had it, with its 95% interval; where the two part, other fields explain the
            difference. Gray columns show where customers are; where they crowd at the low end the axis is
            stretched there. Association, not proof of a cause.
          </p>
        </Cell>
      </SheetRow>
      <div className="grid grid-cols-1 gap-px border-t border-line bg-line lg:grid-cols-2">
        {drivers.map((driver) => (
          <DriverCell
            key={driver.feature}
            driver={driver}
            currency={currency}
            actions={actionsOf?.(driver)}
          />
        ))}
        {drivers.length % 2 === 1 ? <div aria-hidden className="hidden bg-sheet lg:block" /> : null}
      </div>
    </>
  );
}

function DriverCell({ driver, currency, actions }: { driver: Driver; currency: string; actions: ReactNode }) {
  const { dependence } = driver;
  const unknown = dependence?.points.find(({ at, level }) => at === null && level === null);
  return (
    <section className="min-w-0 bg-sheet px-4 py-4 md:px-5" aria-label={driver.label}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="m-0 min-w-0 text-body font-strong text-ink [overflow-wrap:anywhere]">
          {driver.label}{" "}
          <span className="text-note font-regular text-ink-2 tabular">
            influence {Math.round(driver.importance)}
          </span>
        </h3>
        <Direction driver={driver} />
      </div>
      <p className="m-0 pb-2 text-ui text-ink-2">{driver.description}</p>
      {dependence === null ? (
        <p className="m-0 text-note text-ink-3">
          No curve: the model made this value itself from several columns, or it was trained before curves
          were kept.
        </p>
      ) : (
        <DependenceChart name={driver.label} dependence={dependence} currency={currency} actions={actions} />
      )}
      {unknown === undefined || dependence?.kind !== "numeric" ? null : (
        <p className="m-0 text-note text-ink-3">
          Not known for {formatShare(unknown.share)}: chance {formatShare(unknown.probability)}.
        </p>
      )}
    </section>
  );
}

function Direction({ driver: { direction, dependence } }: { driver: Driver }) {
  if (direction === 1)
    return (
      <Tag tone="neutral" icon={<ArrowUpRight aria-hidden />}>
        More of it, more risk
      </Tag>
    );
  if (direction === -1)
    return (
      <Tag tone="neutral" icon={<ArrowDownRight aria-hidden />}>
        More of it, less risk
      </Tag>
    );
  if (dependence?.kind === "categorical") return null;
  return (
    <Tag tone="neutral" icon={<ChartSpline aria-hidden />}>
      No single direction
    </Tag>
  );
}
