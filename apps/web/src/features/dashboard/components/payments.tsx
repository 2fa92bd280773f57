import type { Dashboard } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { Cell } from "@/components/ui/sheet.tsx";
import { MISSING, formatCounted, formatMoney, formatShare, monthName } from "@/lib/format/index.ts";
import { rowsPath } from "@/components/figures/rows-path.ts";

interface PaymentsProps {
  dashboard: Dashboard;
  filter: { plan?: string | undefined; currency?: string | undefined };
}

const link =
  "rounded-check text-ink underline decoration-brand-line underline-offset-4 hover:decoration-brand";

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
  return (
    <Cell
      title={
        open.bills === 0
          ? "No failed payment is open"
          : `${formatCounted(open.bills, "failed payment")} ${open.bills === 1 ? "is" : "are"} open`
      }
      subtitle="Failed first in the last 60 days"
    >
      {open.bills === 0 ? null : (
        <p className="m-0 pb-3 text-title font-strong text-ink">
          <Link
            to={rowsPath({ figure: "open_payments", from: open.from, until: open.until }, filter)}
            className="rounded-check text-ink no-underline hover:underline hover:decoration-brand-line hover:underline-offset-4"
          >
            {money(open.amount)}
          </Link>
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
                {failed === 0 ? (
                  money(0)
                ) : (
                  <Link to={rowsPath({ figure: "failed_payments", from, until }, filter)} className={link}>
                    {money(failed)}
                  </Link>
                )}
              </td>
              <td className="py-1.5 text-right">
                {recovered === 0 ? (
                  money(0)
                ) : (
                  <Link
                    to={rowsPath({ figure: "recovered_of_failed", from, until }, filter)}
                    className={link}
                  >
                    {money(recovered)}
                  </Link>
                )}
              </td>
              <td
                className="py-1.5 text-right"
                title={provisional ? "The 60 days of the last failures are not over: it may rise" : undefined}
              >
                {rate === null ? MISSING : `${formatShare(rate)}${provisional ? " so far" : ""}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Cell>
  );
}
