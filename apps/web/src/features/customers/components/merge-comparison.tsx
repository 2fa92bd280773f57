import type { MergePreview } from "@forestay/contracts/wire";
import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { MISSING } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { differencesOf, movesWords, type Difference } from "../hooks/merge-words.ts";

/** So many differences are read at once. */
const ROWS = 8;

interface MergeComparisonProps {
  preview: MergePreview;
  onSwap: () => void;
}

/** The two records side by side where they differ, which of them is kept, and what merging them comes to. */
export function MergeComparison({ preview, onSwap }: MergeComparisonProps) {
  const { kept, other } = preview;
  const [isWhole, setWhole] = useState(false);
  const differences = differencesOf(preview);
  const shown = isWhole ? differences : differences.slice(0, ROWS);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <table aria-label="Where the two differ" className="w-full table-fixed border-collapse text-ui">
          <thead>
            <tr className="border-b border-line align-bottom text-left">
              <th className="w-[27%] md:w-[21%] pb-2">
                <span className="sr-only">Field</span>
              </th>
              <Head words="Is kept" name={kept.fullName} />
              <Head words="Becomes part of it" name={other.fullName} />
            </tr>
          </thead>
          <tbody>
            {shown.map((difference) => (
              <Row key={difference.key} difference={difference} />
            ))}
          </tbody>
        </table>
        {differences.length === 0 ? (
          <p className="m-0 pt-2 text-ui text-ink-2">The two say the same of everything.</p>
        ) : null}
        <div className="flex flex-wrap gap-2 pt-3">
          <Button size="sm" onClick={onSwap}>
            <ArrowLeftRight />
            Keep the other one
          </Button>
          {shown.length < differences.length ? (
            <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
              Show all {differences.length}
            </Button>
          ) : null}
        </div>
      </div>
      <ul className="m-0 flex list-disc flex-col gap-1.5 pl-4.5 text-ui text-ink-2">
        <li>{movesWords(preview)}</li>
        <li>
          Values of the one that is kept win, and what it lacks is filled from the other. The earlier start
          and the later activity count.
        </li>
        <li>
          Every subscription and every bill counts once. Where they say it, plan and revenue are what the two
          have together; figures follow within a minute.
        </li>
        <li>
          Scores and segments of the other go. The score of the one that is kept stays until the next
          analysis.
        </li>
        <li>Links, files and programs that know the other lead to the one that is kept.</li>
        <li>This cannot be taken back.</li>
      </ul>
    </div>
  );
}

function Head({ words, name }: { words: string; name: string }) {
  return (
    <th scope="col" className="pb-2 pl-3 font-regular">
      <span className="block text-note text-ink-2">{words}</span>
      <span className="block font-strong break-words text-ink">{name}</span>
    </th>
  );
}

function Row({ difference: { label, kept, other, merged } }: { difference: Difference }) {
  return (
    <tr className="border-b border-line align-top">
      <th scope="row" className="py-2 text-left font-regular break-words text-ink-2">
        {label}
        {merged === null || merged === kept || merged === other ? null : (
          <span className="block text-note text-ink">Together {merged}</span>
        )}
      </th>
      <Value stays={kept !== null && merged === kept}>{kept}</Value>
      <Value stays={other !== null && merged === other}>{other}</Value>
    </tr>
  );
}

function Value({ stays, children }: { stays: boolean; children: ReactNode }) {
  return (
    <td className={cn("py-2 pl-3 break-words", stays ? "font-strong text-ink" : "text-ink-3")}>
      {children ?? MISSING}
      {stays ? <span className="sr-only"> (stays)</span> : null}
    </td>
  );
}
