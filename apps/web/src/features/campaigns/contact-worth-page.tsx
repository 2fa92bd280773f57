import { contactGroups } from "@forestay/contracts/wire";
import type { ContactGroup, ContactWorth } from "@forestay/contracts/wire";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Tag, type TagTone } from "@/components/ui/tag.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCount, formatCounted, formatMoney, formatRelativeInline } from "@/lib/format/index.ts";
import { choice, defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { campaignQueries } from "./api/campaign-queries.ts";
import { percent, points } from "./components/campaign-words.ts";
import { GroupCells } from "./components/worth/group-cells.tsx";
import { QiniCurve } from "./components/worth/qini-curve.tsx";

const groupNames = Object.keys(contactGroups) as ContactGroup[];
const listState = defineUrlState({ group: choice(["any", ...groupNames], "any"), page: pageNumber() });
const pageSize = 25;

/** /app/campaigns/worth: whom contact keeps and whom it drives away, as far as finished campaigns tell. */
export function ContactWorthPage() {
  const [{ group, page }, change] = useUrlState(listState);
  const list = useQuery({
    ...campaignQueries.worth({ page, pageSize, ...(group === "any" ? {} : { group }) }),
    placeholderData: keepPreviousData,
  });
  const known = list.data;
  return (
    <>
      <PageHeader
        title="Who is worth contacting"
        subtitle={
          known?.learnt == null
            ? "Learnt from your finished campaigns with a holdout"
            : `Learnt from ${formatCounted(known.learnt.campaigns, "finished campaign")} and ${formatCounted(known.learnt.customers, "customer")}, ${formatRelativeInline(known.learnt.at)}`
        }
        breadcrumb={[{ label: "Campaigns", to: "/app/campaigns" }, { label: "Who is worth contacting" }]}
      />
      <Sheet>
        {known === undefined || known.state === "unknown" ? null : <Judged worth={known} />}
        {known === undefined || known.groups.length === 0 ? null : (
          <ListToolbar>
            <Select
              label="Group"
              size="sm"
              className="w-auto"
              value={group}
              onChange={(next) => change({ group: next })}
              options={["any" as const, ...groupNames].map((value) => ({
                value,
                label: value === "any" ? "Everybody" : contactGroups[value].label,
              }))}
            />
          </ListToolbar>
        )}
        <ListFrame
          query={list}
          noun="customers"
          failed="Who is worth contacting did not load"
          skeleton={<ListSkeleton rows={8} rowClassName="md:h-11" />}
          empty={known === undefined ? null : <NotKnown worth={known} />}
          noMatch={
            group === "any" ? undefined : (
              <NoResults
                title={`Nobody is in “${contactGroups[group].label}”`}
                action={<Button onClick={() => change({ group: "any" })}>Show everybody</Button>}
              />
            )
          }
          onPage={(next) => change({ page: next })}
        >
          {({ items, currency }, isStale) => (
            <ListTable
              label="Customers by what contact keeps"
              columns={columnsOf(currency, known?.state === "known")}
              rows={items}
              idOf={({ customerId }) => customerId}
              pathOf={pathOf}
              isStale={isStale}
              mobileRow={(one) => (
                <MobileRow
                  to={pathOf(one)}
                  title={one.name}
                  detail={`${contactGroups[one.group].label} · ${points(one.uplift)} points`}
                  value={formatMoney(one.worth, currency)}
                />
              )}
            />
          )}
        </ListFrame>
      </Sheet>
    </>
  );
}

type Row = ContactWorth["items"][number];
const pathOf = ({ customerId }: Row) => `/app/customers/${customerId}`;
const tones: Record<ContactGroup, TagTone> = {
  keptByIt: "ok",
  staysAnyway: "neutral",
  leavesAnyway: "neutral",
  drivenAway: "danger",
};

/** Groups have their colors only where the ranking has proved itself: else they are no advice. */
const columnsOf = (currency: string, isProved: boolean): readonly ListColumn<Row>[] => [
  {
    id: "name",
    header: "Customer",
    cell: (one) => (
      <Link to={pathOf(one)} className="rounded-check font-strong text-ink no-underline hover:underline">
        {one.name}
      </Link>
    ),
  },
  {
    id: "group",
    header: "What contact does",
    cell: ({ group }) => <Tag tone={isProved ? tones[group] : "neutral"}>{contactGroups[group].label}</Tag>,
  },
  {
    id: "anyway",
    header: "Stays anyway",
    numeric: true,
    // The difference counts, and what it is worth.
    headClassName: "max-lg:hidden",
    cellClassName: "max-lg:hidden",
    cell: ({ keptAnyway }) => percent(keptAnyway),
  },
  { id: "uplift", header: "When written to, points", numeric: true, cell: ({ uplift }) => points(uplift) },
  {
    id: "yearly",
    header: "Yearly revenue",
    numeric: true,
    cell: ({ yearlyValue }) => (yearlyValue === null ? "–" : formatMoney(yearlyValue, currency)),
  },
  {
    id: "worth",
    header: "Expected to be retained",
    numeric: true,
    cell: ({ worth }) => <span className="font-strong text-ink">{formatMoney(worth, currency)}</span>,
  },
];

const inThousand = (share: number) => (1000 * share).toFixed(0);

/** How far the ranking can be believed, first in words. */
function Judged({ worth }: { worth: ContactWorth }) {
  const { quality, state, groups } = worth;
  const harmed = groups.find(({ group }) => group === "drivenAway")?.customers ?? 0;
  return (
    <>
      <SheetRow columns="minmax(0,1fr) 400px">
        <section aria-label="Verdict" className="min-w-0 px-4 py-5 md:px-5">
          <h2 className="m-0 text-title font-title text-ink">
            {state === "known"
              ? harmed === 0
                ? "Choosing whom you write to keeps more"
                : `Do not write to ${formatCounted(harmed, "customer")}`
              : "Not shown to be better than chance"}
          </h2>
          <p className="m-0 mt-2 text-body text-ink">
            {state === "known"
              ? harmed === 0
                ? "Begin at the top of the list: it is ordered by the revenue that contact is expected to retain."
                : "Contact would likely drive them away. Campaigns can leave them out. Of the others, begin at the top of the list: it is ordered by the revenue that contact is expected to retain."
              : "The order below is what finished campaigns suggest, and it has not passed on a campaign it had not learnt from. Do not act on it; another finished campaign with a holdout will say more."}
          </p>
          {quality === null ? (
            <p className="m-0 mt-3 text-ui text-ink-2">There was too little to judge it by.</p>
          ) : (
            <p className="m-0 mt-3 text-ui text-ink-2">
              Judged on {formatCounted(quality.customers, "customer")} of campaigns that were left out:{" "}
              {quality.best.share === 1
                ? `no part of them would have kept more than writing to everybody, ${inThousand(quality.all)} in 1,000.`
                : `writing to the best ${formatCount(Math.round(100 * quality.best.share))}% would have kept ${inThousand(quality.best.gain)} in 1,000, writing to everybody ${inThousand(quality.all)}.`}
            </p>
          )}
        </section>
        {quality === null ? null : <QiniCurve quality={quality} />}
      </SheetRow>
      <GroupCells worth={worth} />
    </>
  );
}

function NotKnown({ worth: { state, finishedHoldouts, neededHoldouts } }: { worth: ContactWorth }) {
  return (
    <EmptyState
      title="Not known yet"
      actions={
        <ButtonLink to="/app/campaigns" variant="primary">
          See the campaigns
        </ButtonLink>
      }
    >
      {state === "unknown" && finishedHoldouts < neededHoldouts
        ? `Whom contact keeps, and whom it drives away, is learnt from campaigns with a holdout once they are finished: ${formatCounted(finishedHoldouts, "campaign")} so far, ${neededHoldouts} are needed.`
        : state === "unknown"
          ? "Enough campaigns are finished. They are being learnt from."
          : "Too few customers left or stayed in the finished campaigns to tell whom contact keeps."}
    </EmptyState>
  );
}
