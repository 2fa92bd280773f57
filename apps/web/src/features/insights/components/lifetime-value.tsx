import type { LifetimeValue as Value } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { rowsPath } from "@/components/figures/rows-path.ts";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCounted, formatMoney, formatShare, shortMonth } from "@/lib/format/index.ts";
import { insightsState } from "../hooks/insights-state.ts";
import { lifetimeTitle, noSimpleValue, noSurvivalValue } from "../hooks/revenue-words.ts";

const link =
  "rounded-check text-ink underline decoration-brand-line underline-offset-4 hover:decoration-brand";

/** What a customer is worth by both definitions, each with what it is worked out of. */
export function LifetimeValue({
  value,
  currency,
  filter,
  currencyAsked,
}: {
  value: Value;
  currency: string;
  filter: FigureFilter;
  /** Customers lost count once in whatever they pay, unless one currency is asked for. */
  currencyAsked: string | undefined;
}) {
  const { day, mrr, customers, perCustomer, simple, survival } = value;
  const money = (amount: number) => formatMoney(amount, currency, 2);
  return (
    <Cell
      title={lifetimeTitle(value, currency)}
      subtitle="Lifetime value: revenue, before what it costs to serve"
    >
      <p className="m-0 pb-3 text-small text-ink-2 tabular">
        A customer pays {perCustomer === null ? "n/a" : money(perCustomer)} a month:{" "}
        {perCustomer === null ? (
          `nobody pays in ${currency} today.`
        ) : (
          <>
            <Link to={rowsPath({ figure: "mrr", until: day }, filter)} className={link}>
              {money(mrr)} of {formatCounted(customers, "customer")}
            </Link>
            .
          </>
        )}
      </p>
      <dl className="m-0 grid gap-3">
        <Way label="By mean churn" value={simple.value === null ? null : money(simple.value)}>
          {simple.value === null || simple.meanChurn === null || perCustomer === null ? (
            noSimpleValue(value, currency)
          ) : (
            <>
              {money(perCustomer)} / {formatShare(simple.meanChurn)}, the mean of six months’ customers lost:{" "}
              {simple.months.map(({ month, from, until, left, activeAtStart }, at) => (
                <span key={month}>
                  {at === 0 ? "" : ", "}
                  <Link
                    to={rowsPath(
                      { figure: "logo_churn", from, until },
                      { ...filter, currency: currencyAsked },
                    )}
                    className={link}
                  >
                    {shortMonth(month)} {left} of {activeAtStart.toLocaleString("en")}
                  </Link>
                </span>
              ))}
              .
            </>
          )}
        </Way>
        <Way
          label="By how long customers stay"
          value={survival.value === null ? null : money(survival.value)}
        >
          {survival.value === null || perCustomer === null ? (
            noSurvivalValue(value, currency)
          ) : (
            <>
              The share that is{" "}
              <Link
                to={`/app/insights?${insightsState.write(new URLSearchParams(), { tab: "retention", period: "all", ...filter }).toString()}`}
                className={link}
              >
                still there
              </Link>{" "}
              x {money(perCustomer)}, over the first {formatCounted(survival.months, "month")}
              {survival.reachesHorizon ? "" : ", as long as customers were followed"}: later ones are not in
              it. Money of a year later counts {formatShare(survival.yearlyDiscount)} less. Of{" "}
              {formatCounted(survival.customers, "customer")} who ever paid.
            </>
          )}
        </Way>
      </dl>
      <p className="m-0 pt-3 text-small text-ink-3">
        Times your gross margin it is what may be spent to win one.
      </p>
    </Cell>
  );
}

function Way({ label, value, children }: { label: string; value: string | null; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="m-0">
        {value === null ? null : (
          <span className="block text-body font-strong text-ink tabular">{value}</span>
        )}
        <span className="text-small text-ink-2">{children}</span>
      </dd>
    </div>
  );
}
