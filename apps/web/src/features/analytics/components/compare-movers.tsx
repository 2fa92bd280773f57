import type { Comparison } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { DataCell, DataTable, HeaderCell, MobileRow, MobileRows, Row } from "@/components/ui/data-table.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";

type Mover = Comparison["movers"][number];

/** The customers whose score changed most. */
export function CompareMovers({ movers }: { movers: readonly Mover[] }) {
  const isMobile = useIsMobile();
  if (movers.length === 0) {
    return (
      <SheetRow>
        <Cell title="Who moved most">
          <p className="m-0 text-ui text-ink-2">No customer of both runs has another score.</p>
        </Cell>
      </SheetRow>
    );
  }
  return (
    <SheetRow>
      <h2 className="m-0 px-4 pt-4.5 pb-2 text-body font-strong text-ink md:px-5">Who moved most</h2>
      {isMobile ? (
        <MobileRows label="Who moved most">
          {movers.map((mover) => (
            <MobileRow
              key={mover.customerId}
              to={pathOf(mover)}
              title={<Link to={pathOf(mover)}>{mover.fullName}</Link>}
              detail={`${mover.before} before, ${mover.after} now`}
              value={
                <span className="flex flex-col items-end">
                  <Change mover={mover} />
                  <RiskLevel level={mover.levelAfter} />
                </span>
              }
            />
          ))}
        </MobileRows>
      ) : (
        <DataTable label="Who moved most">
          <thead>
            <tr>
              <HeaderCell>Customer</HeaderCell>
              <HeaderCell>Other run</HeaderCell>
              <HeaderCell>This run</HeaderCell>
              <HeaderCell numeric>Change</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {movers.map((mover) => (
              <Row key={mover.customerId} to={pathOf(mover)}>
                <DataCell>
                  <Link
                    to={pathOf(mover)}
                    className="rounded-check font-strong text-ink no-underline hover:underline"
                  >
                    {mover.fullName}
                  </Link>
                </DataCell>
                <DataCell>
                  <Scored score={mover.before} level={mover.levelBefore} />
                </DataCell>
                <DataCell>
                  <Scored score={mover.after} level={mover.levelAfter} />
                </DataCell>
                <DataCell numeric>
                  <Change mover={mover} />
                </DataCell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
    </SheetRow>
  );
}

function Scored({ score, level }: { score: number; level: Mover["levelBefore"] }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <span className="w-6 text-right font-strong tabular">{score}</span>
      <RiskLevel level={level} />
    </span>
  );
}

function Change({ mover: { before, after } }: { mover: Mover }) {
  const rose = after > before;
  return (
    <span className={rose ? "font-strong text-risk-high-text" : "font-strong text-risk-low-text"}>
      <span aria-hidden>{rose ? "↑" : "↓"} </span>
      <span className="sr-only">{rose ? "up" : "down"} </span>
      {Math.abs(after - before)}
    </span>
  );
}

const pathOf = ({ customerId }: Mover) => `/app/customers/${customerId}`;
