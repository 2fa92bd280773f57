import { formatCount } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";

/** How much waits to be read or answered; `of` says to a reader what. Nothing where nothing does. */
export function UnreadCount({ count, of, className }: { count: number; of: string; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-brand px-1.5 text-small font-strong text-on-brand tabular",
        className,
      )}
    >
      {formatCount(count)}
      <span className="sr-only"> {of}</span>
    </span>
  );
}
