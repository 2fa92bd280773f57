import { RotateCw, Unplug } from "lucide-react";
import { cn } from "@/lib/style/cn.ts";
import { Button } from "./button.tsx";

interface ErrorStateProps {
  /** What did not load: 'Churn history did not load'. */
  title: string;
  /** What to know or do; the server's message when it helps. */
  message?: string;
  /** By which it is found in the logs: what a person is asked for. */
  requestId?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
  className?: string | undefined;
}

/** An error in part of a page: only this part, the rest keeps working. */
export function ErrorState({
  title,
  message,
  requestId,
  onRetry,
  retrying = false,
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={cn("flex flex-wrap items-center gap-4 px-5 py-4.5", className)}>
      <span
        aria-hidden
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control bg-danger-tint text-danger-text"
      >
        <Unplug className="size-4.5" />
      </span>
      <div className="min-w-48 flex-1">
        <p className="m-0 text-body font-strong text-ink">{title}</p>
        {message === undefined ? null : <p className="m-0 text-ui text-ink-2">{message}</p>}
        {requestId === undefined ? null : (
          <p className="m-0 text-note text-ink-3">
            Request <span className="font-mono break-all select-all">{requestId}</span>
          </p>
        )}
      </div>
      {onRetry === undefined ? null : (
        <Button icon={<RotateCw />} pending={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
