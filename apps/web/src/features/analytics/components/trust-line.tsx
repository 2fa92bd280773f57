import type { Analysis } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ShieldAlert, ShieldCheck, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { formatCounted } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { modelQueries } from "../api/model-queries.ts";
import { trustSentence, warningsLine } from "../hooks/answer-words.ts";

/** One sentence on whether to believe it, and what must be known besides as a count that opens. */
export function TrustLine({ analysis }: { analysis: Analysis }) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const line = warningsLine(analysis);
  return (
    <SheetRow>
      <div
        className={cn(
          "grid grid-cols-1 divide-y divide-line",
          line !== null && "lg:grid-cols-[minmax(0,1fr)_auto] lg:divide-x lg:divide-y-0",
        )}
      >
        <Trust analysis={analysis} />
        {line === null ? null : (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-11 items-center gap-2.5 px-4 text-left text-ui text-ink -outline-offset-2 hover:bg-hover md:px-5"
          >
            <TriangleAlert aria-hidden className="size-4 shrink-0 text-risk-med-text" />
            <span className="flex-1">{line}</span>
            <span className="inline-flex items-center gap-1 font-strong text-brand-text">
              {isOpen ? "Hide" : "Show"}
              <ChevronDown aria-hidden className={cn("size-4", isOpen && "rotate-180")} />
            </span>
          </button>
        )}
      </div>
      <div id={panel} hidden={!isOpen} className="border-t border-line px-4 py-3 md:px-5">
        <ul className="m-0 flex max-w-200 list-none flex-col gap-1.5 p-0 text-ui text-ink">
          {analysis.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
          {analysis.notScored.map(({ reason, count }) => (
            <li key={reason} className="text-ink-2">
              {formatCounted(count, "customer")} not scored: {reason}
            </li>
          ))}
        </ul>
      </div>
    </SheetRow>
  );
}

function Trust({ analysis }: { analysis: Analysis }) {
  const record = useQuery(modelQueries.trackRecord());
  const isGood = analysis.quality?.verdict === "good";
  const Icon = isGood ? ShieldCheck : ShieldAlert;
  return (
    <p className="m-0 flex min-h-11 items-center gap-2.5 px-4 py-2.5 text-ui text-ink md:px-5">
      <Icon aria-hidden className={cn("size-4 shrink-0", isGood ? "text-ok-text" : "text-risk-med-text")} />
      {record.isPending ? (
        <Skeleton className="h-4 w-96 max-w-full" />
      ) : (
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
          {trustSentence(analysis, record.data)}{" "}
          <Link
            to="?tab=quality"
            className="rounded-check font-strong whitespace-nowrap text-brand-text no-underline hover:underline"
          >
            {analysis.quality?.verdict === "unconfirmed" ? "Confirm the columns" : "How do we know?"}{" "}
            <span aria-hidden>→</span>
          </Link>
        </span>
      )}
    </p>
  );
}
