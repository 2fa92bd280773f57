import type { MovementsMonth } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatCounted, formatMoney } from "@/lib/format/index.ts";
import { movementParts } from "./movement-parts.ts";
import { rowsPath } from "./rows-path.ts";
import type { FigureFilter } from "./rows-path.ts";

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

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
        {flow.start === 0 ? (
          cents(0)
        ) : (
          <Link
            to={rowsPath({ figure: "mrr", until: dayBefore(from) }, filter)}
            className="rounded-check text-ink underline decoration-brand-line underline-offset-4 hover:decoration-brand"
          >
            {cents(flow.start)}
          </Link>
        )}
      </Term>
      {movementParts.map(({ key, label, isLoss }) => (
        <Term
          key={key}
          label={`${isLoss ? "− " : "+ "}${label}`}
          note={formatCounted(flow.counts[key] ?? 0, "movement")}
        >
          {flow[key] === 0 ? (
            cents(0)
          ) : (
            <Link
              to={rowsPath({ figure: "movements", kind: key, from, until }, filter)}
              className="rounded-check text-ink underline decoration-brand-line underline-offset-4 hover:decoration-brand"
            >
              {cents(flow[key])}
            </Link>
          )}
        </Term>
      ))}
      <Term label="= End">
        <Link
          to={rowsPath({ figure: "mrr", until }, filter)}
          className="rounded-check text-ink underline decoration-brand-line underline-offset-4 hover:decoration-brand"
        >
          {cents(flow.end)}
        </Link>
      </Term>
    </dl>
  );
}

function Term({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
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
