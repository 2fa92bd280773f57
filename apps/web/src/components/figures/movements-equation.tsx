import type { MovementsMonth } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { formatCounted, formatMoney } from "@/lib/format/index.ts";
import { dayBefore } from "./figure-days.ts";
import { FigureLink } from "./figure-link.tsx";
import { movementParts } from "./movement-parts.ts";
import type { FigureFilter } from "./rows-path.ts";

/** Start + new + expansion + reactivation - contraction - churn = end, to the cent. */
export function MovementsEquation({
  month,
  currency,
  filter,
}: {
  month: MovementsMonth;
  currency: string;
  filter: FigureFilter;
}) {
  const { flow, from, until } = month;
  if (flow === null) return null;
  const cents = (value: number) => formatMoney(value, currency, 2);
  return (
    <dl className="m-0 grid grid-cols-2 gap-x-4 gap-y-2 pt-3 md:grid-cols-4 min-[1400px]:grid-cols-7">
      <Term label="Start">
        <FigureLink rowsOf={{ figure: "mrr", until: dayBefore(from) }} filter={filter} value={flow.start}>
          {cents(flow.start)}
        </FigureLink>
      </Term>
      {movementParts.map(({ key, label, isLoss }) => {
        const rowsOf = { figure: "movements", kind: key, from, until } as const;
        const count = flow.counts[key] ?? 0;
        return (
          <Term
            key={key}
            label={`${isLoss ? "− " : "+ "}${label}`}
            note={
              <FigureLink rowsOf={rowsOf} filter={filter} value={count} quiet>
                {formatCounted(count, "movement")}
              </FigureLink>
            }
          >
            <FigureLink rowsOf={rowsOf} filter={filter} value={flow[key]}>
              {cents(flow[key])}
            </FigureLink>
          </Term>
        );
      })}
      <Term label="= End">
        <FigureLink rowsOf={{ figure: "mrr", until }} filter={filter} value={flow.end}>
          {cents(flow.end)}
        </FigureLink>
      </Term>
    </dl>
  );
}

function Term({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="m-0 text-ui font-strong text-ink tabular">
        {children}
        {note === undefined ? null : <span className="block text-small font-regular text-ink-3">{note}</span>}
      </dd>
    </div>
  );
}
