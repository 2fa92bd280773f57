import type { Analysis, AnalysisCustomer } from "@forestay/contracts/wire";
import { nextStepWords } from "@forestay/contracts/words";
import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { CustomerCell, CustomerLink, ScoreCell, customerPath } from "@/components/customer-cells.tsx";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { RiskRungs, riskColor } from "@/components/ui/risk-level.tsx";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { MISSING, formatMoney, formatShare } from "@/lib/format/index.ts";
import { analysisQueries } from "../api/analysis-queries.ts";
import { CreateTasks } from "./create-tasks.tsx";
import { LeftTag } from "./left-tag.tsx";
import { fewInWords, valueNoun } from "../hooks/answer-words.ts";
import { notGivenWords } from "../hooks/task-words.ts";

/** As many as a morning has room for; the plan goes on from there. */
const calls = 5;

/** Whom to call first, why, and with what: those who would take most along, or where no value is known the likeliest. */
export function FirstCalls({ analysis }: { analysis: Analysis }) {
  const { firstCalls, currency } = analysis;
  const list = useQuery(
    analysisQueries.customers(analysis.id, {
      sort: firstCalls === null ? "churnRiskScore" : "valueAtRisk",
      direction: "desc",
      page: 1,
      pageSize: calls,
    }),
  );
  const customers = list.data?.items ?? [];
  const notGiven = notGivenWords(customers);
  const money = (amount: number | null) => (amount === null ? MISSING : formatMoney(amount, currency));
  return (
    <SheetRow>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pt-4 pb-2 md:px-5">
        <div>
          <h2 className="m-0 text-body font-strong text-ink">Who to call first</h2>
          <p className="m-0 text-note text-ink-2">
            {firstCalls === null
              ? "The highest chance of leaving first: no value is known of these customers"
              : "By what they would take along: chance of leaving × yearly value"}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-md:hidden">
          <PlanLink />
          <CreateTasks customers={customers} />
        </div>
      </div>
      <QueryView
        query={list}
        loading="Loading whom to call first"
        failed="The first calls did not load"
        skeleton={<ListSkeleton rows={calls} hasAvatar rowClassName="md:h-13" />}
      >
        {({ items }) => (
          <ListTable
            label="Who to call first"
            columns={columnsOf(money, firstCalls !== null)}
            rows={items}
            idOf={({ customerId }) => customerId}
            pathOf={({ customerId }) => customerPath(customerId)}
            rowClassName="md:h-13"
            mobileRow={(one) => <CallRow one={one} money={money} />}
          />
        )}
      </QueryView>
      {notGiven === null ? null : (
        <p className="m-0 border-t border-line px-4 py-3 text-ui text-ink-2 md:px-5">{notGiven}</p>
      )}
      {firstCalls === null || firstCalls.customers < 2 ? null : (
        <p className="m-0 border-t border-line px-4 py-3 text-ui text-ink-2 md:px-5">
          {formatShare(firstCalls.shareOfValueAtRisk)} of the {valueNoun(analysis)} at risk sits with these{" "}
          {fewInWords(firstCalls.customers)}: {money(firstCalls.valueAtRisk)} of{" "}
          {money(analysis.expectedRevenueAtRisk?.value ?? null)}.
        </p>
      )}
      <div className="flex flex-col gap-2 border-t border-line p-4 md:hidden">
        <CreateTasks className="w-full" customers={customers} />
        <PlanLink className="w-full" />
      </div>
    </SheetRow>
  );
}

/** Beside the heading at a desk; on a phone below those it goes on from. */
function PlanLink({ className }: { className?: string }) {
  return (
    <ButtonLink to="?tab=plan" icon={<ListChecks />} className={className}>
      Plan the calls
    </ButtonLink>
  );
}

/** What raises this customer's chance most, with the customer's own value; 'other' is the sum of many: nothing to name. */
function mainReason({ factors }: AnalysisCustomer): string {
  const [top] = factors
    .filter(({ feature, points }) => points > 0 && feature !== "other")
    .toSorted((a, b) => b.points - a.points);
  return top === undefined ? MISSING : `${top.label}: ${top.evidence}`;
}

const nextStep = ({ recommendations, stepTaken }: AnalysisCustomer) =>
  nextStepWords(recommendations[0]?.title, stepTaken) ?? MISSING;

function columnsOf(
  money: (amount: number | null) => string,
  isValued: boolean,
): ListColumn<AnalysisCustomer>[] {
  return [
    {
      id: "place",
      header: "Place",
      hidesHeader: true,
      numeric: true,
      headClassName: "w-8 max-lg:hidden",
      cellClassName: "text-ink-3 pr-0 max-lg:hidden",
      cell: (_one, index) => index + 1,
    },
    {
      id: "customer",
      header: "Customer",
      cell: (one) => (
        <>
          <CustomerCell id={one.customerId} name={one.fullName} email={one.email} />
          {one.hasLeft ? (
            // Below the name, which stands beside the picture.
            <span className="block pb-1 pl-11">
              <LeftTag of={one} />
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: "score",
      header: "Score",
      cell: ({ churnRiskScore, churnRiskLevel }) => (
        <ScoreCell score={churnRiskScore} level={churnRiskLevel} />
      ),
    },
    {
      id: "reason",
      header: "Main reason",
      cell: (one) => <span className="line-clamp-2 min-w-28 py-1">{mainReason(one)}</span>,
    },
    {
      id: "step",
      header: "Next step",
      cell: (one) => <span className="line-clamp-2 min-w-24 py-1 font-strong">{nextStep(one)}</span>,
    },
    ...(isValued
      ? [
          {
            id: "yearlyValue",
            header: "Yearly value",
            numeric: true,
            headClassName: "max-lg:hidden",
            cellClassName: "max-lg:hidden",
            cell: ({ yearlyValue }: AnalysisCustomer) => money(yearlyValue),
          },
          {
            id: "valueAtRisk",
            header: "Value at risk",
            numeric: true,
            cell: ({ valueAtRisk }: AnalysisCustomer) => money(valueAtRisk),
          },
        ]
      : []),
  ];
}

/** On a phone: who and what they are worth, then why, then what to do. */
function CallRow({ one, money }: { one: AnalysisCustomer; money: (amount: number | null) => string }) {
  return (
    <li className="flex gap-3 px-4 py-3">
      <Avatar name={one.fullName} id={one.customerId} />
      <div className="min-w-0 flex-1 text-ui">
        <p className="m-0 text-body">
          <CustomerLink id={one.customerId} name={one.fullName} />
        </p>
        <LeftTag of={one} />
        {one.yearlyValue === null ? null : (
          <p className="m-0 text-note text-ink-2">{money(one.yearlyValue)} a year</p>
        )}
        <p className="m-0 pt-1.5 text-ink-2">{mainReason(one)}</p>
        {one.hasLeft ? null : <p className="m-0 font-strong text-ink">{nextStep(one)}</p>}
      </div>
      <span className="flex items-center gap-2 self-start text-lead font-strong text-ink tabular">
        {one.churnRiskScore}
        <RiskRungs level={one.churnRiskLevel} className={riskColor[one.churnRiskLevel].fill} />
      </span>
    </li>
  );
}
