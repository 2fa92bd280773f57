import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";
import { Contours } from "./contours.tsx";

interface EmptyStateProps {
  title: string;
  /** What belongs here, in one sentence. */
  children: ReactNode;
  /** One primary action, at most one secondary. */
  actions?: ReactNode;
  className?: string | undefined;
}

/** Nothing here yet: says what goes here and how to start. */
export function EmptyState({ title, children, actions, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        "relative flex min-h-72 flex-col items-center justify-center gap-4 overflow-hidden rounded-sheet px-6 py-12 text-center",
        className,
      )}
    >
      <Contours className="opacity-60" />
      <div className="relative flex max-w-96 flex-col gap-1">
        <h2 className="m-0 text-lead font-strong tracking-[-0.012em] text-ink">{title}</h2>
        <p className="m-0 text-body text-ink-2">{children}</p>
      </div>
      {actions === undefined ? null : (
        <div className="relative flex flex-wrap justify-center gap-2">{actions}</div>
      )}
    </div>
  );
}

/** A filter left nothing: the filters stay, and the one that helps most is offered. */
export function NoResults({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-3 px-5 py-6">
      <div>
        <p className="m-0 text-body font-strong text-ink">{title}</p>
        {children === undefined ? null : <p className="m-0 text-ui text-ink-2">{children}</p>}
      </div>
      {action}
    </div>
  );
}
