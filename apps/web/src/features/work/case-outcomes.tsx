import { caseReasons, caseStageLabel } from "@forestay/contracts/wire";
import type { CaseOutcomes as Outcomes } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query-view.tsx";
import { DataCell, DataTable, HeaderCell, Row } from "@/components/ui/data-table.tsx";
import { MoreLink } from "@/components/ui/more-link.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { formatCounted, formatMoney, formatNumber, formatShare } from "@/lib/format/index.ts";
import { workQueries } from "./api/work-queries.ts";

/** What became of risk cases: how many customers were kept, with its interval, what the others cost, and why. */
export function CaseOutcomes() {
  const outcomes = useQuery(workQueries.outcomes());
  return (
    <SheetRow>
      <QueryView
        query={outcomes}
        loading="Counting risk cases"
        failed="The risk cases did not load"
        skeleton={<Skeleton className="m-5 h-32" />}
      >
        {(known) => (
          <Cell
            title={titleOf(known)}
            subtitle={subtitleOf(known)}
            aside={<MoreLink to="/app/work?show=cases&of=team&state=done">Closed cases</MoreLink>}
          >
            {known.recoveredShare === null ? (
              <p className="m-0 text-ui text-ink-2">
                Open a risk case on the page of a customer that you set out to keep. Once cases are closed,
                this says how many were kept, what the others cost, and why.
              </p>
            ) : (
              <Reasons outcomes={known} />
            )}
          </Cell>
        )}
      </QueryView>
    </SheetRow>
  );
}

function titleOf({ recovered, lost, recoveredShare }: Outcomes): string {
  if (recoveredShare === null) return "No risk case was closed in the last 12 months";
  const { low, high } = recoveredShare;
  return `${recovered} of ${formatCounted(recovered + lost, "closed risk case")} recovered (95% range ${formatShare(low)} to ${formatShare(high)})`;
}

function subtitleOf({ open, recoveredValue, lostValue, currency, medianDays, stageDays }: Outcomes): string {
  const stays = stageDays.flatMap(({ stage, days }) =>
    days === null ? [] : [`${formatNumber(days, 1)} in ${caseStageLabel(stage)}`],
  );
  return [
    "Closed in the last 12 months",
    recoveredValue + lostValue === 0
      ? null
      : `${formatMoney(recoveredValue, currency)} a year kept, ${formatMoney(lostValue, currency)} lost`,
    medianDays === null ? null : `half were closed within ${formatCounted(Math.ceil(medianDays), "day")}`,
    stays.length === 0 ? null : `mean days: ${stays.join(", ")}`,
    open === 0 ? null : `${open} open now`,
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

function Reasons({ outcomes: { reasons, currency } }: { outcomes: Outcomes }) {
  return (
    <DataTable label="Risk cases by reason">
      <thead>
        <tr>
          <HeaderCell>Reason</HeaderCell>
          <HeaderCell numeric>Recovered</HeaderCell>
          <HeaderCell numeric>Lost</HeaderCell>
          <HeaderCell numeric>A year of revenue lost</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ reason, recovered, lost, lostValue }) => (
          <Row key={reason} density="compact">
            <DataCell>{caseReasons[reason]}</DataCell>
            <DataCell numeric>{recovered}</DataCell>
            <DataCell numeric>{lost}</DataCell>
            <DataCell numeric>{formatMoney(lostValue, currency)}</DataCell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}
