import type { Dashboard } from "@forestay/contracts/wire";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { Cell } from "@/components/ui/sheet.tsx";
import { MISSING, formatCounted, formatMoney, formatShare, monthName } from "@/lib/format/index.ts";

interface PaymentsProps {
  dashboard: Dashboard;
  filter: FigureFilter;
}

/** Bills whose payment failed: what is still open, and what of each month came in after all. */
export function Payments({ dashboard, filter }: PaymentsProps) {
  const { payments, paymentsMissing, currency } = dashboard;
  if (payments === null) {
    return (
      <Cell title="Failing payments">
        <p className="m-0 text-ui text-ink-2">{paymentsMissing}</p>
      </Cell>
    );
  }
  const { open, months } = payments;
  const money = (amount: number) => formatMoney(amount, currency);
  const openRows = { figure: "open_payments", from: open.from, until: open.until } as const;
  return (
    <Cell
      title={
        open.bills === 0 ? (
          "No failed payment is open"
        ) : (
          <>
            <FigureLink rowsOf={openRows} filter={filter} quiet>
              {formatCounted(open.bills, "failed payment")}
            </FigureLink>{" "}
            {open.bills === 1 ? "is" : "are"} open
          </>
        )
      }
      subtitle="Failed first in the last 60 days"
    >
      {open.bills === 0 ? null : (
        <p className="m-0 pb-3 text-title font-strong text-ink">
          <FigureLink rowsOf={openRows} filter={filter} quiet>
            {money(open.amount)}
          </FigureLink>
        </p>
      )}
      <table className="w-full border-collapse text-ui tabular">
        <thead className="text-small text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-left font-label">
              Failed first in
            </th>
            <th scope="col" className="py-1 text-right font-label">
              Failed
            </th>
            <th scope="col" className="py-1 text-right font-label">
              Recovered
            </th>
            <th scope="col" className="py-1 text-right font-label">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, from, until, failed, recovered, rate, provisional }) => (
            <tr key={month} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-regular">
                {monthName(month)}
              </th>
              <td className="py-1.5 text-right">
                <FigureLink
                  rowsOf={{ figure: "failed_payments", from, until }}
                  filter={filter}
                  value={failed}
                >
                  {money(failed)}
                </FigureLink>
              </td>
              <td className="py-1.5 text-right">
                <FigureLink
                  rowsOf={{ figure: "recovered_of_failed", from, until }}
                  filter={filter}
                  value={recovered}
                >
                  {money(recovered)}
                </FigureLink>
              </td>
              <td
                className="py-1.5 text-right"
                title={provisional ? "The 60 days of the last failures are not over: it may rise" : undefined}
              >
                {rate === null ? (
                  MISSING
                ) : (
                  <FigureLink
                    rowsOf={{ figure: "recovered_of_failed", from, until }}
                    filter={filter}
                    value={recovered}
                    quiet
                  >
                    {formatShare(rate)}
                    {provisional ? " so far" : ""}
                  </FigureLink>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Cell>
  );
}
