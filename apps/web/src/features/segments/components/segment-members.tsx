import type { Segment } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import type { ListColumn } from "@/components/list/list-column.ts";
import { Avatar } from "@/components/ui/avatar.tsx";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { MoreLink } from "@/components/ui/more-link.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { keepingsQuery } from "@/components/work/keepings-query.ts";
import { formatCount, formatMoney, formatRelative, formatShortDate, MISSING } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import type { CustomerSummary } from "@forestay/contracts/wire";
import { segmentQueries } from "../api/segment-queries.ts";
import { membersPath, signed } from "../hooks/segment-words.ts";

const missing = <span className="text-ink-3">{MISSING}</span>;
const money = (amount: number | null, currency: string) =>
  amount === null ? missing : formatMoney(amount, currency);

/** A member, with what is read after its row: how its score went, and since when it is in. */
interface Member extends CustomerSummary {
  scoreChange: number | null;
  since: string | null;
}

const columns: readonly ListColumn<Member>[] = [
  {
    id: "name",
    header: "Customer",
    cell: (customer) => (
      <span className="flex min-w-40 items-center gap-3">
        <Avatar name={customer.fullName} id={customer.id} />
        <span className="flex min-w-0 flex-col">
          <Link
            to={`/app/customers/${customer.id}`}
            className="max-w-44 truncate rounded-check font-strong text-ink no-underline hover:underline"
          >
            {customer.fullName}
          </Link>
          <span className="max-w-44 truncate text-small text-ink-2">{customer.email}</span>
        </span>
      </span>
    ),
  },
  {
    id: "score",
    header: "Score",
    cell: ({ churnRiskScore, churnRiskLevel }) =>
      churnRiskScore === null || churnRiskLevel === null ? (
        <span className="text-ink-3">Not scored</span>
      ) : (
        <span className="flex items-center gap-2.5">
          <strong className="font-strong tabular">{churnRiskScore}</strong>
          <RiskLevel level={churnRiskLevel} />
        </span>
      ),
  },
  {
    id: "change",
    header: "30 days",
    numeric: true,
    cell: ({ scoreChange }) =>
      scoreChange === null ? (
        missing
      ) : (
        <span
          className={cn(
            scoreChange > 0 && "font-strong text-risk-high-text",
            scoreChange < 0 && "font-strong text-risk-low-text",
          )}
        >
          {signed(scoreChange)}
        </span>
      ),
  },
  {
    id: "reason",
    header: "Main reason",
    cell: ({ topFactor }) =>
      topFactor === null ? (
        missing
      ) : (
        <span className="block max-w-40 truncate" title={topFactor}>
          {topFactor}
        </span>
      ),
  },
  {
    id: "seen",
    header: "Last active",
    cell: ({ lastActivityDate }) => (lastActivityDate === null ? missing : formatRelative(lastActivityDate)),
  },
  {
    id: "since",
    header: "In since",
    cell: ({ since }) => (since === null ? missing : formatShortDate(since)),
  },
  {
    id: "monthly",
    header: "Monthly",
    numeric: true,
    cell: ({ monthlyRevenue, currency }) => money(monthlyRevenue, currency),
  },
  {
    id: "risk",
    header: "At risk",
    numeric: true,
    cell: ({ valueAtRisk, currency }) => money(valueAtRisk, currency),
  },
];

/** Some of its members, the highest risk first; all of them are a press away. */
export function SegmentMembers({ segment }: { segment: Segment }) {
  const members = useQuery(segmentQueries.members(segment.id));
  const kept = useQuery(keepingsQuery((members.data?.items ?? []).map(({ id }) => id))).data;
  const withKept = (customer: CustomerSummary): Member => {
    const keeping = kept?.get(customer.id);
    return {
      ...customer,
      scoreChange: keeping?.scoreChange ?? null,
      since: keeping?.segments.find(({ id }) => id === segment.id)?.since ?? null,
    };
  };
  const count = segment.figures?.customerCount ?? 0;
  return (
    <section className="min-w-0 pt-4.5">
      <div className="flex items-baseline justify-between gap-4 px-4 pb-2 md:px-5">
        <h2 className="m-0 text-body font-strong text-ink">
          Members <span className="pl-2 text-note font-regular text-ink-2">highest risk first</span>
        </h2>
        {count === 0 ? null : <MoreLink to={membersPath(segment.id)}>{`All ${formatCount(count)}`}</MoreLink>}
      </div>
      <ListFrame
        query={members}
        noun="members"
        failed="Its members did not load"
        skeleton={<ListSkeleton rows={6} hasAvatar />}
        empty={
          <p className="m-0 px-4 pb-5 text-ui text-ink-2 md:px-5">
            {segment.isCounting ? "Who is in it is being worked out." : "Nobody meets the rule right now."}
          </p>
        }
      >
        {({ items }, isStale) => (
          <ListTable
            label="Members"
            columns={columns}
            rows={items.map(withKept)}
            idOf={({ id }) => id}
            pathOf={({ id }) => `/app/customers/${id}`}
            mobileRow={(customer) => (
              <MobileRow
                to={`/app/customers/${customer.id}`}
                lead={<Avatar name={customer.fullName} id={customer.id} />}
                title={
                  <Link to={`/app/customers/${customer.id}`} className="text-ink no-underline">
                    {customer.fullName}
                  </Link>
                }
                detail={customer.topFactor ?? customer.plan ?? ""}
                value={
                  customer.churnRiskLevel === null ? (
                    <span className="text-ui text-ink-3">Not scored</span>
                  ) : (
                    <span className="flex items-center gap-2">
                      <strong className="font-strong tabular">{customer.churnRiskScore}</strong>
                      <RiskLevel level={customer.churnRiskLevel} />
                    </span>
                  )
                }
              />
            )}
            isStale={isStale}
          />
        )}
      </ListFrame>
    </section>
  );
}
