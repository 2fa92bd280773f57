import { caseReasons, caseStageLabel } from "@forestay/contracts/wire";
import type { RiskCase } from "@forestay/contracts/wire";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { Score } from "@/components/ui/score.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { MISSING, formatMoney, formatRelative } from "@/lib/format/index.ts";
import { daysIn } from "./stage-bar.tsx";

const path = ({ customer }: RiskCase) => `/app/customers/${customer.id}`;
const worth = ({ value, currency }: RiskCase) => (value === null ? MISSING : formatMoney(value, currency));

function Stage({ riskCase }: { riskCase: RiskCase }) {
  const label = caseStageLabel(riskCase.stage);
  const days = (daysIn(riskCase, riskCase.stage) ?? 0) + 1;
  return (
    <Tag tone={riskCase.closedAt === null ? "info" : "neutral"}>
      {riskCase.closedAt === null ? `${label}, day ${days}` : label}
    </Tag>
  );
}

export const caseColumns: readonly ListColumn<RiskCase>[] = [
  {
    id: "customer",
    header: "Customer",
    cell: (one) => (
      <Link to={path(one)} className="rounded-check font-strong text-ink no-underline hover:underline">
        {one.customer.name}
      </Link>
    ),
  },
  { id: "stage", header: "Stage", cell: (one) => <Stage riskCase={one} /> },
  { id: "reason", header: "Reason", cell: (one) => caseReasons[one.reason] },
  {
    id: "score",
    header: "Score then and now",
    cell: (one) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <span className="text-ink-2 tabular">{one.scoreThen ?? MISSING}</span>
        <span aria-hidden className="text-ink-3">
          →
        </span>
        <Score score={one.customer.churnRiskScore} level={one.customer.churnRiskLevel} />
      </span>
    ),
  },
  { id: "value", header: "A year at stake", numeric: true, cell: worth },
  {
    id: "owner",
    header: "Whose",
    cell: (one) => one.owner?.name ?? <span className="text-ink-3">Nobody's</span>,
  },
  {
    id: "opened",
    header: "Opened",
    cell: (one) => <span className="whitespace-nowrap">{formatRelative(one.openedAt)}</span>,
  },
];

/** A case on two lines. */
export function CaseRow({ riskCase }: { riskCase: RiskCase }) {
  return (
    <MobileRow
      to={path(riskCase)}
      title={
        <Link to={path(riskCase)} className="text-ink no-underline">
          {riskCase.customer.name}
        </Link>
      }
      detail={`${caseReasons[riskCase.reason]} · ${worth(riskCase)} a year · ${riskCase.owner?.name ?? "nobody's"}`}
      value={<Stage riskCase={riskCase} />}
    />
  );
}
