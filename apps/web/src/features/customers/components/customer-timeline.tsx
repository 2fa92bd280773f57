import type { TimelineLine, TimelinePart } from "@forestay/contracts/wire";
import { useInfiniteQuery } from "@tanstack/react-query";
import {
  Activity,
  CircleCheck,
  CircleDollarSign,
  CreditCard,
  LifeBuoy,
  LogOut,
  Mail,
  MailX,
  Megaphone,
  Merge,
  MousePointerClick,
  ShieldAlert,
  StickyNote,
  Tag,
  TrendingUp,
  UserMinus,
  Users,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { formatDateTime, formatRelative } from "@/lib/format/index.ts";
import { customerQueries } from "../api/customer-queries.ts";
import { exactMoney } from "../hooks/billing-words.ts";

const parts: readonly { value: TimelinePart | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "billing", label: "Billing" },
  { value: "use", label: "Use" },
  { value: "support", label: "Support" },
  { value: "messages", label: "Messages" },
  { value: "work", label: "Work" },
  { value: "risk", label: "Risk" },
];

const nothing: Record<TimelinePart | "all", string> = {
  all: "Nothing recorded yet. Bills, use, messages and what your team does appear here.",
  billing: "No bill or payment is known.",
  use: "No product event is known.",
  support: "No ticket or question is known.",
  messages: "Nothing was written to this customer from here.",
  work: "No note, task or case yet.",
  risk: "Not scored yet, and in no segment.",
};

const icons: readonly [prefix: string, icon: LucideIcon][] = [
  ["payment_failed", CreditCard],
  ["invoice", CircleDollarSign],
  ["payment", CircleDollarSign],
  ["recovery", CreditCard],
  ["ticket", LifeBuoy],
  ["support", LifeBuoy],
  ["usage", MousePointerClick],
  ["message_failed", MailX],
  ["message", Mail],
  ["unsubscribed", MailX],
  ["campaign", Megaphone],
  ["segment_left", LogOut],
  ["segment", Users],
  ["score", TrendingUp],
  ["plan", Tag],
  ["churn", UserMinus],
  ["cancel", UserMinus],
  ["next_step", CircleCheck],
  ["task_done", CircleCheck],
  ["note", StickyNote],
  ["risk_case", ShieldAlert],
  ["merged", Merge],
];

/** Lines of each further page. */
const MORE = 30;

/** All that happened with the customer, newest first. */
export function CustomerTimeline({
  customerId,
  rows,
}: {
  customerId: string;
  /** As many as there is room for until somebody asks for more. */
  rows: number;
}) {
  const [limit, setLimit] = useState(rows);
  const [part, setPart] = useState<TimelinePart | "all">("all");
  const timeline = useInfiniteQuery(
    customerQueries.timeline(customerId, part === "all" ? undefined : part, limit),
  );
  // Also of what stands in for what was asked: the button stays, and with it the focus.
  const hasMore = timeline.data?.pages.at(-1)?.nextCursor != null;
  // That another part is empty says nothing of this one.
  const isUnknown = timeline.isPlaceholderData && linesOf(timeline.data).length === 0;
  const more = () => {
    // The first page grows, so that what was read stays one list; then page follows page.
    if (limit === MORE) void timeline.fetchNextPage();
    else setLimit(MORE);
  };
  return (
    <Cell
      title="Timeline"
      aside={
        <SegmentedControl
          label="Entries"
          value={part}
          onChange={setPart}
          options={parts}
          className="max-w-full flex-wrap"
        />
      }
    >
      <QueryView
        query={{ ...timeline, isPending: timeline.isPending || isUnknown }}
        loading="Loading timeline"
        failed="The timeline did not load"
        skeleton={<Skeleton className="h-24 w-full" />}
        inset
        isEmpty={(data) => linesOf(data).length === 0}
        empty={<p className="m-0 text-ui text-ink-2">{nothing[part]}</p>}
      >
        {(data) => (
          <ol className="m-0 list-none p-0">
            {linesOf(data).map((line) => (
              <TimelineRow key={line.key} line={line} />
            ))}
          </ol>
        )}
      </QueryView>
      {hasMore ? (
        <Button
          size="sm"
          variant="ghost"
          className="mt-2 -ml-2.5"
          pending={timeline.isFetchingNextPage || timeline.isPlaceholderData}
          pendingLabel="Loading..."
          onClick={more}
        >
          Show older
        </Button>
      ) : null}
    </Cell>
  );
}

const linesOf = ({ pages }: { pages: readonly { items: TimelineLine[] }[] }): TimelineLine[] =>
  pages.flatMap(({ items }) => items);

const roomOf = { segment: "segments", campaign: "campaigns" } as const;

function TimelineRow({ line }: { line: TimelineLine }) {
  const Icon = icons.find(([prefix]) => line.type.startsWith(prefix))?.[1] ?? Activity;
  const { amount, currency, about } = line;
  const money = amount === null || currency === null ? null : exactMoney(amount, currency);
  return (
    <li className="flex min-h-9 items-start gap-3 py-1">
      <span
        aria-hidden
        className="inline-flex size-6.5 shrink-0 items-center justify-center rounded-full bg-press text-ink-2"
      >
        <Icon className="size-3.5" />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5 pt-0.5">
        {about === null ? (
          <span className="min-w-0 text-ui font-strong break-words text-ink">{line.title}</span>
        ) : (
          <Link
            to={`/app/${roomOf[about.kind]}/${about.id}`}
            className="min-w-0 rounded-check text-ui font-strong break-words text-ink no-underline hover:underline"
          >
            {line.title}
          </Link>
        )}
        <span className="min-w-0 text-note break-words text-ink-2">
          {[line.detail, money].filter(Boolean).join(" · ")}
        </span>
      </span>
      <time
        dateTime={line.occurredAt}
        title={formatDateTime(line.occurredAt)}
        className="shrink-0 pt-1 text-note text-ink-3"
      >
        {formatRelative(line.occurredAt)}
      </time>
    </li>
  );
}
