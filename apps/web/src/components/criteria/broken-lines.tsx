import type { BrokenLine } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { StatusDot } from "@/components/ui/tag.tsx";
import { cn } from "@/lib/style/cn.ts";

interface BrokenLinesProps {
  lines: readonly BrokenLine[];
  /** What they are of: 'this rule'. */
  of: string;
  /** Where in it a line stands, as words before it; left out where there is one rule. */
  placeOf?: (path: string) => string;
  /** What to do about them. */
  children?: ReactNode;
  className?: string;
}

/** What became of lines since they were saved; nothing where all of them work. Who is meant is decided by them as they stand. */
export function BrokenLines({ lines, of, placeOf, children, className }: BrokenLinesProps) {
  if (lines.length === 0) return null;
  return (
    <div role="note" className={cn("rounded-inset bg-sunken p-3 text-ui text-ink-2", className)}>
      <StatusDot tone="warning" className="whitespace-normal">
        {lines.length === 1
          ? `One line of ${of} does not work any more`
          : `${lines.length} lines of ${of} do not work any more`}
      </StatusDot>
      <ul className="m-0 list-none pt-1.5 pl-4">
        {lines.map(({ path, words, message }) => (
          <li key={path}>
            {placeOf === undefined ? null : `${placeOf(path)}: `}
            <span className="text-ink">{words}</span>: {message}.
          </li>
        ))}
      </ul>
      {children === undefined ? null : (
        <div className="flex flex-wrap items-center gap-2.5 pt-2.5 pl-4">{children}</div>
      )}
    </div>
  );
}
