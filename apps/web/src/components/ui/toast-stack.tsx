import { CircleCheck, CircleX, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cn } from "@/lib/style/cn.ts";
import { IconButton } from "./icon-button.tsx";
import { useToastStore } from "./toast-store.ts";
import type { Toast, ToastType } from "./toast-store.ts";

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleX } satisfies Record<
  ToastType,
  unknown
>;
const iconColors: Record<ToastType, string> = {
  info: "text-brand",
  success: "text-ok",
  warning: "text-risk-med-text",
  error: "text-danger",
};

/** All toasts, fixed at the top right. */
export function ToastStack() {
  const toasts = useToastStore((state) => state.toasts);
  return (
    <div className="pointer-events-none fixed top-4 right-4 left-4 z-80 flex flex-col items-end gap-2.5 md:left-auto">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const dismiss = useToastStore((state) => state.dismiss);
  const [paused, setPaused] = useState(false);
  const remainingMs = useRef(toast.dismissAfterMs);

  // Hover and focus stop the clock, so that a message can be read and its button reached (WCAG 2.2.1).
  useEffect(() => {
    if (paused || remainingMs.current === null) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismiss(toast.id), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current = Math.max(0, (remainingMs.current ?? 0) - (performance.now() - startedAt));
    };
  }, [paused, dismiss, toast.id]);

  const Icon = icons[toast.type];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the listeners only stop the clock
    <div
      role="alert"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="pointer-events-auto flex w-full max-w-90 animate-pop items-start gap-3 rounded-sheet border border-line bg-raised py-3 pr-2.5 pl-3.5 shadow-md"
    >
      <Icon aria-hidden className={cn("mt-px size-4.5 shrink-0", iconColors[toast.type])} />
      <div className="min-w-0 flex-1">
        <p className="m-0 text-body font-strong text-ink">{toast.title}</p>
        {toast.message === undefined ? null : (
          <p className="m-0 text-ui break-words text-ink-2">{toast.message}</p>
        )}
      </div>
      <IconButton label="Close" size="sm" tooltip={false} onClick={() => dismiss(toast.id)} className="-my-1">
        <X />
      </IconButton>
    </div>
  );
}
