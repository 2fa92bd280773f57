import { providerWords, type Segment } from "@forestay/contracts/wire";
import { Layers } from "lucide-react";
import { Link } from "react-router";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCounted } from "@/lib/format/index.ts";

type Use = Segment["usedBy"][number];
type Kind = Use["kind"];

const words: Record<Kind, string> = {
  segment: "Segment",
  view: "Saved view",
  campaign: "Campaign",
  audience: "Audience",
};
const notes: Record<Kind, string> = {
  segment: "Its rule names this segment",
  view: "Shared with the team",
  campaign: "Customers enter by it, or a condition names it",
  audience: "Its members carry a tag there",
};

function placeOf({ kind, id, provider }: Use): string {
  if (kind === "segment") return `/app/segments/${id}`;
  if (kind === "campaign") return `/app/campaigns/${id}`;
  return kind === "view"
    ? `/app/customers?view=${id}`
    : `/app/settings/integrations/${provider ?? ""}/configure`;
}

function titleOf({ kind, name, provider }: Use): string {
  const where = provider === undefined ? "" : ` in ${providerWords(provider).name}`;
  return `${words[kind]}: ${name}${where}`;
}

/** What would miss the segment. */
export function SegmentUses({ segment: { usedBy } }: { segment: Segment }) {
  return (
    <Cell
      title={usedBy.length === 0 ? "Used nowhere yet" : `Used in ${formatCounted(usedBy.length, "place")}`}
    >
      <ul className="m-0 list-none divide-y divide-line p-0">
        {usedBy.map((use) => (
          <li key={use.id} className="flex items-center gap-3 py-2">
            <Layers aria-hidden className="size-4 text-ink-3" />
            <span className="flex min-w-0 flex-col">
              <Link
                to={placeOf(use)}
                className="truncate rounded-check text-ui font-strong text-ink no-underline hover:underline"
              >
                {titleOf(use)}
              </Link>
              <span className="text-small text-ink-2">{notes[use.kind]}</span>
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
