import type { Segment } from "@forestay/contracts/wire";
import { Layers } from "lucide-react";
import { Link } from "react-router";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCounted } from "@/lib/format/index.ts";

type Kind = Segment["usedBy"][number]["kind"];

const words: Record<Kind, string> = { segment: "Segment", view: "Saved view", campaign: "Campaign" };
const notes: Record<Kind, string> = {
  segment: "Its rule names this segment",
  view: "Shared with the team",
  campaign: "Customers enter by it, or a condition names it",
};
const places: Record<Kind, (id: string) => string> = {
  segment: (id) => `/app/segments/${id}`,
  view: (id) => `/app/customers?view=${id}`,
  campaign: (id) => `/app/campaigns/${id}`,
};

/** What would miss the segment. */
export function SegmentUses({ segment: { usedBy } }: { segment: Segment }) {
  return (
    <Cell
      title={usedBy.length === 0 ? "Used nowhere yet" : `Used in ${formatCounted(usedBy.length, "place")}`}
    >
      <ul className="m-0 list-none divide-y divide-line p-0">
        {usedBy.map(({ kind, id, name }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <Layers aria-hidden className="size-4 text-ink-3" />
            <span className="flex min-w-0 flex-col">
              <Link
                to={places[kind](id)}
                className="truncate rounded-check text-ui font-strong text-ink no-underline hover:underline"
              >
                {words[kind]}: {name}
              </Link>
              <span className="text-small text-ink-2">{notes[kind]}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="m-0 pt-2 text-note text-ink-3">
        {usedBy.length === 0
          ? "Another segment's rule and campaigns can name it."
          : "What uses it is named before it can be archived or deleted."}
      </p>
    </Cell>
  );
}
