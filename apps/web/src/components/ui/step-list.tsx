import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

export interface Step {
  title: ReactNode;
  children?: ReactNode;
  /** Where the reader stands: `done`, `current` or `next`. Left out for plain instructions. */
  state?: "done" | "current" | "next";
}

interface StepListProps {
  steps: readonly Step[];
  className?: string | undefined;
}

/** Numbered steps along a 1px spine, right below the page's title: their headings continue its outline. */
export function StepList({ steps, className }: StepListProps) {
  return (
    <ol className={cn("m-0 list-none p-0", className)}>
      {steps.map((step, index) => (
        <li
          key={index}
          aria-current={step.state === "current" ? "step" : undefined}
          className="relative flex gap-4 pb-7 last:pb-0 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-3.25 not-last:before:w-px not-last:before:bg-line-strong"
        >
          <span
            className={cn(
              "relative inline-flex size-6.5 shrink-0 items-center justify-center rounded-full border text-small font-strong tabular",
              step.state === "done"
                ? "border-brand bg-brand text-on-brand"
                : step.state === "current"
                  ? "border-brand bg-sheet text-brand-text"
                  : "border-line-strong bg-sheet text-ink-2",
            )}
          >
            {step.state === "done" ? (
              <Check aria-label="Done" className="size-3.5" strokeWidth={2.6} />
            ) : (
              index + 1
            )}
          </span>
          <div className="min-w-0 flex-1 pt-0.5">
            <h2 className="m-0 text-body font-strong text-ink">{step.title}</h2>
            {step.children === undefined ? null : (
              <div className="mt-1 text-body text-ink-2">{step.children}</div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
