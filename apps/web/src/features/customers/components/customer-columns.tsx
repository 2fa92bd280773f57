import { caseStageLabel, paymentStatusLabel, subscriptionStatusLabel } from "@forestay/contracts/wire";
import type { CustomerSortField, CustomerSummary } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { Avatar } from "@/components/ui/avatar.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Score } from "@/components/ui/score.tsx";
import { StatusDot, Tag } from "@/components/ui/tag.tsx";
import {
  MISSING,
  formatDaysAhead,
  formatMoney,
  formatRelative,
  formatShortDate,
} from "@/lib/format/index.ts";
import { KeptCell, ScoreTrend } from "./kept-cells.tsx";

/** The first two, and how many more there are. */
function namesOf(items: readonly { name: string }[]): string {
  const names = items.slice(0, 2).map(({ name }) => name);
  return `${names.join(", ")}${items.length > 2 ? ` and ${items.length - 2} more` : ""}`;
}

function missing(value: ReactNode | null): ReactNode {
  return value === null || value === "" ? <span className="text-ink-3">{MISSING}</span> : value;
}

function CustomerName({ customer }: { customer: CustomerSummary }) {
  return (
    <span className="flex min-w-44 items-center gap-3">
      <Avatar name={customer.fullName} id={customer.id} />
      <span className="flex min-w-0 flex-col">
        <Link
          to={`/app/customers/${customer.id}`}
          className="max-w-64 truncate rounded-check font-strong text-ink no-underline hover:underline"
        >
          {customer.fullName}
        </Link>
        {customer.email === null ? null : (
          <span className="max-w-64 truncate text-small text-ink-2">{customer.email}</span>
        )}
      </span>
    </span>
  );
}

export function SubscriptionWord({ customer }: { customer: Pick<CustomerSummary, "subscriptionStatus"> }) {
  if (customer.subscriptionStatus === null) return missing(null);
  const tone = subscriptionTones[customer.subscriptionStatus];
  return (
    <StatusDot tone={tone} className={tone === "danger" ? "font-emphasis text-risk-high-text" : undefined}>
      {subscriptionStatusLabel(customer.subscriptionStatus)}
    </StatusDot>
  );
}
const subscriptionTones = { 0: "neutral", 1: "ok", 2: "neutral", 3: "danger", 4: "hollow" } as const;

function ActivityWord({ customer: { activityStatus } }: { customer: CustomerSummary }) {
  if (activityStatus === "Unknown") return missing(null);
  const tones: Record<string, "ok" | "neutral" | "hollow"> = { Active: "ok", Quiet: "neutral" };
  return <StatusDot tone={tones[activityStatus] ?? "hollow"}>{activityStatus}</StatusDot>;
}

function ScoreCell({ customer }: { customer: CustomerSummary }) {
  const score = <Score score={customer.churnRiskScore} level={customer.churnRiskLevel} bar />;
  if (customer.churnRiskScore !== null || customer.notScoredReason === null) return score;
  return (
    <span title={customer.notScoredReason}>
      {score}
      <span className="sr-only">: {customer.notScoredReason}</span>
    </span>
  );
}

type Column = ListColumn<CustomerSummary, CustomerSortField>;

const columns: readonly Column[] = [
  {
    id: "customer",
    header: "Customer",
    sort: "fullName",
    fixed: true,
    cell: (one) => <CustomerName customer={one} />,
  },
  {
    id: "score",
    header: "Risk score",
    sort: "churnRiskScore",
    byDefault: true,
    cell: (one) => <ScoreCell customer={one} />,
  },
  {
    id: "level",
    header: "Risk level",
    byDefault: true,
    cell: (one) => missing(one.churnRiskLevel === null ? null : <RiskLevel level={one.churnRiskLevel} />),
  },
  {
    id: "trend",
    header: "30 days",
    cell: (one) => <KeptCell customerId={one.id} show={(kept) => <ScoreTrend keeping={kept} />} />,
  },
  ...([30, 60, 90] as const).map((days): Column => ({
    id: `leavesWithin${days}`,
    header: `Leave within ${days} days`,
    numeric: true,
    cell: (one) => {
      const leave = one[`leavesWithin${days}`];
      return missing(leave === null ? null : `${leave} in 100`);
    },
  })),
  {
    id: "expectedDays",
    header: "Half have left in",
    cell: (one) => {
      if (one.expectedDays !== null) return formatDaysAhead(one.expectedDays);
      return one.leavesWithin30 === null ? missing(null) : "Longer than is known";
    },
  },
  {
    id: "leftAt",
    header: "Left on",
    cell: (one) =>
      one.hasLeft ? (one.leftAt === null ? "Day not known" : formatShortDate(one.leftAt)) : missing(null),
  },
  {
    id: "topFactor",
    header: "Main reason",
    byDefault: true,
    cell: (one) =>
      missing(
        one.topFactor && (
          <span className="block max-w-36 truncate" title={one.topFactor}>
            {one.topFactor}
          </span>
        ),
      ),
  },
  {
    id: "valueAtRisk",
    header: "Value at risk",
    sort: "valueAtRisk",
    numeric: true,
    byDefault: true,
    cell: (one) => missing(one.valueAtRisk === null ? null : formatMoney(one.valueAtRisk, one.currency)),
  },
  {
    id: "lifetimeValue",
    header: "Lifetime value",
    sort: "lifetimeValue",
    numeric: true,
    cell: (one) => missing(one.lifetimeValue === null ? null : formatMoney(one.lifetimeValue, one.currency)),
  },
  {
    id: "monthlyRevenue",
    header: "Monthly revenue",
    sort: "monthlyRevenue",
    numeric: true,
    cell: (one) =>
      missing(one.monthlyRevenue === null ? null : formatMoney(one.monthlyRevenue, one.currency)),
  },
  {
    id: "plan",
    header: "Plan",
    sort: "plan",
    byDefault: true,
    cell: (one) => missing(one.plan && <span className="block max-w-40 truncate">{one.plan}</span>),
  },
  {
    id: "subscription",
    header: "Subscription",
    sort: "subscriptionStatus",
    byDefault: true,
    cell: (one) => <SubscriptionWord customer={one} />,
  },
  {
    id: "payment",
    header: "Payment",
    cell: (one) => missing(one.paymentStatus === null ? null : paymentStatusLabel(one.paymentStatus)),
  },
  {
    id: "nextRenewal",
    header: "Next renewal",
    cell: (one) => missing(one.nextRenewalDate === null ? null : formatShortDate(one.nextRenewalDate)),
  },
  {
    id: "tenure",
    header: "Tenure",
    sort: "tenure",
    // An index can hold a start, but not a length that grows by the day for some and has stopped for others.
    sortedBy: "Sorted by the day they became a customer",
    cell: (one) => missing(one.tenureDisplay),
  },
  {
    id: "lastActivity",
    header: "Last activity",
    sort: "lastActivity",
    byDefault: true,
    cell: (one) =>
      missing(
        one.lastActivityDate && (
          <StatusDot tone={one.hasRecentActivity ? "ok" : "neutral"}>
            <span title={one.activityStatus}>{formatRelative(one.lastActivityDate)}</span>
          </StatusDot>
        ),
      ),
  },
  {
    id: "activityStatus",
    header: "Activity",
    sort: "lastActivity",
    sortedBy: "Sorted by the last activity",
    cell: (one) => <ActivityWord customer={one} />,
  },
  {
    id: "owner",
    header: "Owner",
    cell: (one) => <KeptCell customerId={one.id} show={({ owner }) => owner?.name ?? null} />,
  },
  {
    id: "tags",
    header: "Tags",
    cell: (one) => <KeptCell customerId={one.id} show={({ tags }) => namesOf(tags)} />,
  },
  {
    id: "segments",
    header: "Segments",
    cell: (one) => <KeptCell customerId={one.id} show={({ segments }) => namesOf(segments)} />,
  },
  {
    id: "openCase",
    header: "Risk case",
    cell: (one) => (
      <KeptCell
        customerId={one.id}
        show={({ openCase }) =>
          openCase === null ? null : <Tag tone="info">{caseStageLabel(openCase.stage)}</Tag>
        }
      />
    ),
  },
  {
    id: "externalId",
    header: "Customer id",
    cell: (one) => missing(one.externalId && <span className="font-mono text-small">{one.externalId}</span>),
  },
  { id: "createdAt", header: "Added", sort: "createdAt", cell: (one) => formatRelative(one.createdAt) },
];

/** Every column the list can show, in its order. Cells stay on one line: the table scrolls sideways rather than grow. */
export const customerColumns = columns.map((column) => ({ ...column, cellClassName: "whitespace-nowrap" }));

/** Those that say when customers leave: offered where the model in use says it. */
const whenColumnIds = new Set(["leavesWithin30", "leavesWithin60", "leavesWithin90", "expectedDays"]);
export const columnsWithoutWhen = customerColumns.filter(({ id }) => !whenColumnIds.has(id));

/** Of those who have left: when comes first, and no risk; unless a person has chosen columns. */
export const leaverColumnIds = [
  "leftAt",
  "lifetimeValue",
  "monthlyRevenue",
  "plan",
  "tenure",
  "lastActivity",
];
