import { CircleCheck, CircleX } from "lucide-react";
import { Spinner } from "@/components/ui/spinner.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatLatency } from "../hooks/report.ts";
import type { Check } from "../hooks/use-checks.ts";

/** One line per check: what, whether it works, how long it took, what was found. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul aria-label="Live checks" className="m-0 list-none divide-y divide-line border-t border-line p-0">
      {checks.map(({ name, outcome, latencyMs, detail }) => (
        <li
          key={name}
          className="grid min-h-10.5 grid-cols-[minmax(0,1fr)_auto_4.5rem] items-center gap-x-3 px-4 py-1.5 text-ui room:grid-cols-[13rem_6rem_4.5rem_minmax(0,1fr)] md:px-5"
        >
          <span className="font-strong text-ink">{name}</span>
          <span>{outcomes[outcome]}</span>
          <span className="text-right text-ink-2 tabular">
            {latencyMs === null ? "" : formatLatency(latencyMs)}
          </span>
          <span className="break-words text-ink-2 max-room:col-span-full room:pl-3">{detail}</span>
        </li>
      ))}
    </ul>
  );
}

const outcomes = {
  works: (
    <Tag tone="ok" icon={<CircleCheck aria-hidden />}>
      Works
    </Tag>
  ),
  fails: (
    <Tag tone="danger" icon={<CircleX aria-hidden />}>
      Fails
    </Tag>
  ),
  checking: (
    <span className="inline-flex h-5.5 items-center gap-2 text-ink-3">
      <Spinner size="sm" />
      Checking
    </span>
  ),
} satisfies Record<Check["outcome"], unknown>;
