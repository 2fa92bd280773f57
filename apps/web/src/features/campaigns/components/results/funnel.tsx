import type { CampaignResults } from "@forestay/contracts/wire";
import { Cell } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatCount, formatCounted, formatShare } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";

/** From drawn to goal, with what says little marked as that. */
export function Funnel({ results }: { results: CampaignResults }) {
  const { funnel, held } = results;
  const {
    drawn,
    sent,
    delivered,
    opened,
    clicked,
    converted,
    heldConverted,
    bounced,
    complained,
    suppressed,
    unsubscribed,
  } = funnel;
  const rows: { label: string; count: number; note: string; isUnreliable?: boolean }[] = [
    {
      label: "Drawn",
      count: drawn,
      note: suppressed === 0 ? "" : `${formatCounted(suppressed, "address", "addresses")} not written to`,
    },
    { label: "Sent", count: sent, note: "At least one message left" },
    {
      label: "Delivered",
      count: delivered,
      note: bounced === 0 ? "" : `${formatCounted(bounced, "address", "addresses")} bounced`,
    },
    { label: "Opened", count: opened, note: "Mail programs open by themselves", isUnreliable: true },
    { label: "Clicked", count: clicked, note: "At least one link" },
    { label: "Goal met", count: converted, note: goalNote(heldConverted, held.customers) },
    { label: "Unsubscribed", count: unsubscribed, note: "From all marketing" },
    { label: "Complained", count: complained, note: complaintNote(complained, delivered) },
  ];
  return (
    <Cell
      title={`${formatCount(clicked)} of ${formatCount(sent)} clicked, and opens say little`}
      subtitle="Customers"
    >
      <ul className="m-0 list-none divide-y divide-line p-0">
        {rows.map(({ label, count, note, isUnreliable = false }) => (
          <li
            key={label}
            className="grid grid-cols-[6.5rem_3.5rem_3.5rem] items-center gap-x-3 gap-y-1 py-2 text-ui text-ink md:grid-cols-[6.5rem_minmax(4rem,10rem)_3.5rem_3.5rem_minmax(0,1fr)]"
          >
            <span className="font-emphasis">{label}</span>
            <span aria-hidden className="h-2.5 rounded-full bg-press max-md:hidden">
              <span
                className={cn("block h-full rounded-full", isUnreliable ? "bg-line-strong" : "bg-brand")}
                style={{ width: `${drawn === 0 ? 0 : (100 * count) / drawn}%` }}
              />
            </span>
            <span className="text-right font-strong tabular-nums">{formatCount(count)}</span>
            <span className="text-right text-ink-2 tabular-nums">
              {drawn === 0 ? "–" : formatShare(count / drawn)}
            </span>
            <span className="col-span-full text-note text-ink-2 md:col-span-1">
              {isUnreliable ? <Tag tone="warning">Unreliable</Tag> : null} {note}
            </span>
          </li>
        ))}
      </ul>
    </Cell>
  );
}

/** A goal that is reached without a message too is none of the campaign's: said beside it. */
function goalNote(held: number | null, of: number): string {
  if (held === null) return "Of those held out it is not known";
  return of === 0
    ? "Within the measured days"
    : `Within the measured days; of those held out ${formatShare(held / of)}`;
}

/** Large mail services refuse a sender above 0.3% (their rules for bulk senders); below 0.1% nobody minds. */
const MANY_COMPLAINTS = 0.003;

function complaintNote(complained: number, delivered: number): string {
  if (complained === 0) return "";
  return complained / Math.max(1, delivered) > MANY_COMPLAINTS
    ? "More than 3 in 1,000: mail services refuse such senders"
    : "To their mail service";
}
