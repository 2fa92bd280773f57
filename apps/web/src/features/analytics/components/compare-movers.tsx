import type { Comparison } from "@forestay/contracts/wire";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListTable } from "@/components/list/list-table.tsx";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";

type Mover = Comparison["movers"][number];

/** The customers whose score changed most. */
export function CompareMovers({ movers }: { movers: readonly Mover[] }) {
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
      <ListTable
        label="Who moved most"
        columns={columns}
        rows={movers}
        idOf={({ customerId }) => customerId}
        pathOf={pathOf}
        mobileRow={(mover) => (
          <MobileRow
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
        )}
      />
    </SheetRow>
  );
}

const columns: readonly ListColumn<Mover>[] = [
  {
    id: "customer",
    header: "Customer",
    cell: (mover) => (
      <Link to={pathOf(mover)} className="rounded-check font-strong text-ink no-underline hover:underline">
        {mover.fullName}
      </Link>
    ),
  },
  {
    id: "before",
    header: "Other run",
    cell: ({ before, levelBefore }) => <Scored score={before} level={levelBefore} />,
  },
  {
    id: "after",
    header: "This run",
    cell: ({ after, levelAfter }) => <Scored score={after} level={levelAfter} />,
  },
  { id: "change", header: "Change", numeric: true, cell: (mover) => <Change mover={mover} /> },
];

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

function pathOf({ customerId }: Mover): string {
  return `/app/customers/${customerId}`;
}
