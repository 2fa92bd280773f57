import type { AttentionItem, RiskMix } from "@forestay/contracts/wire";
import { valuedByWords } from "@forestay/contracts/words";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { ComponentType } from "react";
import { Sparkline } from "@/components/charts/sparkline.tsx";
import { CustomerCell, CustomerLink, ScoreCell, customerPath } from "@/components/customer-cells.tsx";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { MoreLink } from "@/components/ui/more-link.tsx";
import { RiskRungs, riskColor } from "@/components/ui/risk-level.tsx";
import { MISSING, formatMoney } from "@/lib/format/index.ts";
import { dashboardQueries } from "../api/dashboard-queries.ts";
import type { AttentionQuery } from "../api/dashboard-queries.ts";
import { AttentionActions, MarkedLine } from "./attention-actions.tsx";
import type { Marked } from "./attention-actions.tsx";
import { HiddenCustomers } from "./hidden-customers.tsx";

interface RowActions {
  onMarked: (marked: Marked) => void;
  onTask: (one: AttentionItem) => void;
}

/** Of another feature: a new task for a customer. */
export type TaskDialog = ComponentType<{ customerId: string; title: string; onClose: () => void }>;

/** Ten customers by chance x value: one number, one reason and one step each, and what can be said of them. */
export function AttentionList({
  filter,
  valuedBy,
  AddTask,
}: {
  filter: AttentionQuery;
  AddTask: TaskDialog;
  valuedBy: RiskMix["valuedBy"];
}) {
  const list = useQuery(dashboardQueries.attention(filter));
  const [marked, setMarked] = useState<Marked | null>(null);
  const [tasked, setTasked] = useState<AttentionItem | null>(null);
  const on: RowActions = { onMarked: setMarked, onTask: setTasked };
  return (
    <section className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 pt-4.5 pb-2 md:px-5">
        <div className="flex flex-wrap items-baseline gap-x-2.5">
          <h2 className="m-0 text-body font-strong tracking-[-0.008em] text-ink">Needs attention first</h2>
          <p className="m-0 text-note text-ink-2">by chance of leaving × {valuedByWords(valuedBy)}</p>
        </div>
        <MoreLink to="/app/customers">All customers</MoreLink>
      </div>
      {marked === null ? null : <MarkedLine marked={marked} onUndone={() => setMarked(null)} />}
      <QueryView
        query={list}
        loading="Loading who needs attention"
        failed="Who needs attention did not load"
        skeleton={<ListSkeleton rows={6} hasAvatar rowClassName="md:h-13" />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <p className="m-0 px-4 pb-5 text-ui text-ink-2 md:px-5">
            {list.data !== undefined && list.data.hidden > 0
              ? "Nobody else: everybody there is done, put off or no risk."
              : "Nobody yet: once customers have scores, whoever would take most along stands here."}
          </p>
        }
      >
        {({ items, currency }) => (
          <ListTable
            label="Needs attention first"
            columns={columnsOf(items, currency, on)}
            rows={items}
            idOf={({ customerId }) => customerId}
            pathOf={({ customerId }) => customerPath(customerId)}
            rowClassName="md:h-13"
            mobileRow={(one) => <AttentionRow one={one} currency={currency} {...on} />}
          />
        )}
      </QueryView>
      {tasked === null ? null : (
        <Suspense>
          <AddTask
            customerId={tasked.customerId}
            title={tasked.action?.title ?? ""}
            onClose={() => setTasked(null)}
          />
        </Suspense>
      )}
      <HiddenCustomers count={list.data?.hidden ?? 0} filter={filter} onUndone={() => setMarked(null)} />
    </section>
  );
}

/** Points since a week before; only what a person would see. */
const changeOf = ({ change }: AttentionItem) =>
  change === null || change === 0 ? null : `${change > 0 ? "+" : "−"}${Math.abs(change)}`;

function columnsOf(
  items: readonly AttentionItem[],
  currency: string,
  on: RowActions,
): ListColumn<AttentionItem>[] {
  // A line takes two points; before anybody has them the column is empty.
  const hasHistory = items.some(({ history }) => history.length > 1);
  const columns: ListColumn<AttentionItem>[] = [
    {
      id: "customer",
      header: "Customer",
      cell: ({ customerId, name, email }) => <CustomerCell id={customerId} name={name} email={email} />,
    },
    {
      id: "score",
      header: "Churn risk",
      cell: ({ score, level }) => <ScoreCell score={score} level={level} />,
    },
    {
      id: "history",
      header: "30 days",
      headClassName: "max-[1400px]:hidden",
      cellClassName: "max-[1400px]:hidden",
      cell: (one) => (
        <span className="inline-flex items-center gap-2">
          <Sparkline
            values={one.history.map(({ score }) => score)}
            color={riskColor[one.level].variable}
            width={56}
            height={20}
          />
          <span className="text-small text-ink-2 tabular" title="Points since a week ago">
            {changeOf(one)}
          </span>
        </span>
      ),
    },
    {
      id: "reason",
      header: "Main reason, next step",
      cell: ({ reason, action }) => (
        <span className="flex max-w-48 min-w-36 flex-col py-1">
          <span className="truncate" title={reason?.evidence}>
            {reason === null ? MISSING : `${reason.label}: ${reason.evidence}`}
          </span>
          {action === null ? null : (
            <span className="truncate font-strong" title={action.detail}>
              {action.title}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "atRisk",
      header: "At risk",
      numeric: true,
      cell: ({ atRisk }) => formatMoney(atRisk, currency),
    },
    {
      id: "actions",
      header: "Actions",
      hidesHeader: true,
      cell: (one) => <AttentionActions one={one} {...on} />,
    },
  ];
  return hasHistory ? columns : columns.filter(({ id }) => id !== "history");
}

/** On a phone: who and why, then what to do, with the number at the right. */
function AttentionRow({
  one,
  currency,
  ...on
}: RowActions & {
  one: AttentionItem;
  currency: string;
}) {
  return (
    <li className="flex gap-3 border-t border-line px-4 py-3">
      <Avatar name={one.name} id={one.customerId} />
      <div className="min-w-0 flex-1 text-ui">
        <p className="m-0 text-body">
          <CustomerLink id={one.customerId} name={one.name} />
        </p>
        {one.reason === null ? null : (
          <p className="m-0 text-ink-2">
            {one.reason.label}: {one.reason.evidence}
          </p>
        )}
        {one.action === null ? null : <p className="m-0 pt-1 font-strong text-ink">{one.action.title}</p>}
        <p className="m-0 text-note text-ink-2">{formatMoney(one.atRisk, currency)} at risk</p>
      </div>
      <span className="flex flex-col items-end gap-1">
        <span className="flex items-center gap-2 text-lead font-strong text-ink tabular">
          {one.score}
          <RiskRungs level={one.level} className={riskColor[one.level].fill} />
        </span>
        <AttentionActions one={one} {...on} />
      </span>
    </li>
  );
}
