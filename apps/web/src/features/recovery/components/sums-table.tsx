import type { ReactNode } from "react";
import { Link } from "react-router";
import { Meter } from "@/components/ui/meter.tsx";
import { MISSING, formatCount, formatMoney, formatShare } from "@/lib/format/index.ts";

interface SumsRow {
  key: string;
  label: ReactNode;
  cases: number;
  amount: number;
  recovered: number;
  path: string;
}

const head = "pb-2 text-right font-label first:text-left";

/** Failed payments by what they have in common; each row opens its payments. */
export function SumsTable({
  label,
  first,
  rows,
  currency,
}: {
  label: string;
  first: string;
  rows: readonly SumsRow[];
  currency: string;
}) {
  return (
    <table aria-label={label} className="w-full border-collapse text-ui tabular">
      <thead className="text-small text-ink-3">
        <tr>
          <th scope="col" className={head}>
            {first}
          </th>
          <th scope="col" className={head}>
            Cases
          </th>
          <th scope="col" className={head}>
            Amount
          </th>
          <th scope="col" className={head}>
            Recovered
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const share = row.amount === 0 ? null : row.recovered / row.amount;
          return (
            <tr key={row.key} className="border-t border-line">
              <th scope="row" className="py-2 pr-3 text-left font-regular text-ink">
                <Link
                  to={row.path}
                  className="rounded-check text-ink no-underline hover:underline hover:decoration-brand-line"
                >
                  {row.label}
                </Link>
              </th>
              <td className="py-2 pl-3 text-right text-ink-2">{formatCount(row.cases)}</td>
              <td className="py-2 pl-3 text-right font-strong">{formatMoney(row.amount, currency)}</td>
              <td className="py-2 pl-3">
                <span className="flex items-center justify-end gap-2.5">
                  <Meter value={share} label={`Recovered of ${row.key}`} className="w-12 max-md:hidden" />
                  <span className="w-9 text-right">{share === null ? MISSING : formatShare(share)}</span>
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
