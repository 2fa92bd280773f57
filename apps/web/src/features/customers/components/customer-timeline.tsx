import type { CustomerEvent, TimelineKind } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import {
  Activity,
  CircleCheck,
  CircleDollarSign,
  CreditCard,
  LifeBuoy,
  LogIn,
  Merge,
  ShieldAlert,
  Sparkles,
  StickyNote,
  Tag,
  UserMinus,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { formatCount, formatDateTime, formatMoney, formatRelative } from "@/lib/format/index.ts";
import { customerQueries } from "../api/customer-queries.ts";

const fullPage = 50;

const kinds: readonly { value: TimelineKind | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "billing", label: "Billing" },
  { value: "use", label: "Use" },
  { value: "support", label: "Support" },
  { value: "work", label: "Work" },
];

const icons: readonly [prefix: string, icon: LucideIcon][] = [
  ["payment_failed", CreditCard],
  ["invoice", CircleDollarSign],
  ["payment", CircleDollarSign],
  ["ticket", LifeBuoy],
  ["login", LogIn],
  ["feature", Sparkles],
  ["plan", Tag],
  ["churn", UserMinus],
  ["cancel", UserMinus],
  ["next_step", CircleCheck],
  ["task_done", CircleCheck],
  ["note", StickyNote],
  ["risk_case", ShieldAlert],
  ["merged", Merge],
];

/** What happened to the customer, newest first. */
export function CustomerTimeline({
  customerId,
  rows,
}: {
  customerId: string;
  /** As many as there is room for until somebody asks for all. */
  rows: number;
}) {
  const [isFull, setFull] = useState(false);
  const pageSize = isFull ? fullPage : rows;
  const [kind, setKind] = useState<TimelineKind | "all">("all");
  const events = useQuery(customerQueries.events(customerId, 1, pageSize, kind === "all" ? undefined : kind));
  const total = events.data?.totalCount ?? 0;
  return (
    <Cell
      title="Timeline"
      aside={
        <SegmentedControl
          label="Entries"
          value={kind}
          onChange={setKind}
          options={kinds}
          className="max-w-full overflow-x-auto"
        />
      }
    >
      <QueryView
        query={events}
        loading="Loading timeline"
        failed="The timeline did not load"
        skeleton={<Skeleton className="h-24 w-full" />}
        inset
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={
          <p className="m-0 text-ui text-ink-2">
            {kind === "all" ? "Nothing recorded yet." : "Nothing of this kind recorded."} Payments, logins and
            tickets appear here when a source brings them.
          </p>
        }
      >
        {({ items }) => (
          <ol className="m-0 list-none p-0">
            {items.map((event) => (
              <TimelineRow key={event.id} event={event} />
            ))}
          </ol>
        )}
      </QueryView>
      {!isFull && total > rows ? (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setFull(true)}>
          {total > fullPage
            ? `Latest ${fullPage} of ${formatCount(total)} events`
            : `All ${formatCount(total)} events`}
        </Button>
      ) : null}
    </Cell>
  );
}

function TimelineRow({ event }: { event: CustomerEvent }) {
  const Icon = icons.find(([prefix]) => event.type.startsWith(prefix))?.[1] ?? Activity;
  const amount =
    event.amount === null || event.currency === null ? null : formatMoney(event.amount, event.currency);
  return (
    <li className="flex min-h-9 items-center gap-3 py-1">
      <span
        aria-hidden
        className="inline-flex size-6.5 shrink-0 items-center justify-center rounded-full bg-press text-ink-2"
      >
        <Icon className="size-3.5" />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
        <span className="text-ui font-strong text-ink">{event.title}</span>
        <span className="text-note text-ink-2">{[event.detail, amount].filter(Boolean).join(" · ")}</span>
      </span>
      <time
        dateTime={event.occurredAt}
        title={formatDateTime(event.occurredAt)}
        className="shrink-0 text-note text-ink-3"
      >
        {formatRelative(event.occurredAt)}
      </time>
    </li>
  );
}
