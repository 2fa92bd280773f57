import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

/** One gray shape of a skeleton; give it the size of what will stand there. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={cn("block h-3 animate-shimmer rounded-tag bg-press", className)} />;
}

const showAfterMs = 200;
const showForMs = 300;

interface LoadingProps {
  loading: boolean;
  skeleton: ReactNode;
  children: ReactNode;
  /** What is loading, for a reader: 'Loading customers'. */
  label: string;
}

/** Nothing for 200 ms, then the skeleton for at least 300 ms: no flash on a fast answer. */
export function Loading({ loading, skeleton, children, label }: LoadingProps) {
  const phase = useLoadingPhase(loading);
  if (phase === "done") return children;
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {label}
      </span>
      {phase === "skeleton" ? skeleton : <div className="invisible">{skeleton}</div>}
    </div>
  );
}

function useLoadingPhase(loading: boolean): "quiet" | "skeleton" | "done" {
  const [shownAt, setShownAt] = useState<number | null>(null);
  useEffect(() => {
    if (loading && shownAt === null) {
      const timer = setTimeout(() => setShownAt(performance.now()), showAfterMs);
      return () => clearTimeout(timer);
    }
    if (!loading && shownAt !== null) {
      const timer = setTimeout(
        () => setShownAt(null),
        Math.max(0, showForMs - (performance.now() - shownAt)),
      );
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [loading, shownAt]);
  if (shownAt !== null) return "skeleton";
  return loading ? "quiet" : "done";
}
