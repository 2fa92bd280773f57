import { TriangleAlert } from "lucide-react";
import { Tabs as Primitive } from "radix-ui";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";
import { UnreadCount } from "./unread-count.tsx";
import { formatCount } from "@/lib/format/index.ts";

export interface TabItem<V extends string> {
  value: V;
  label: string;
  count?: number | undefined;
  /** What waits there to be read. */
  unread?: number | undefined;
  /** What is wrong with what stands there. */
  warning?: string | undefined;
}

interface TabsProps<V extends string> {
  items: readonly TabItem<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Names the row of tabs for a reader. */
  label: string;
  /** Stands at the row's right end. */
  action?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}

/** Tabs for different content (2px brand underline); what changes a view in place is a SegmentedControl. */
export function Tabs<V extends string>({
  items,
  value,
  onChange,
  label,
  action,
  children,
  className,
}: TabsProps<V>) {
  // A press is told twice, by the focus it brings and by itself, before anything is drawn: one step of the history.
  const told = useRef(value);
  useEffect(() => {
    told.current = value;
  });
  const tell = (next: V) => {
    if (next === told.current) return;
    told.current = next;
    onChange(next);
  };
  return (
    <Primitive.Root value={value} onValueChange={(next) => tell(next as V)}>
      <div className={cn("flex items-center justify-between gap-4 border-b border-line px-5", className)}>
        <Primitive.List
          aria-label={label}
          className="-mb-px flex min-w-0 gap-6 overflow-x-auto [scrollbar-width:none]"
        >
          {items.map((item) => (
            <Primitive.Trigger
              key={item.value}
              value={item.value}
              className="flex h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-ui font-medium text-ink-2 -outline-offset-2 hover:text-ink data-[state=active]:border-brand data-[state=active]:font-strong data-[state=active]:text-ink"
            >
              {item.label}
              {item.count === undefined ? null : (
                <span className="font-regular text-ink-3 tabular">{formatCount(item.count)}</span>
              )}
              {item.warning === undefined ? null : (
                <span title={item.warning} className="relative">
                  <TriangleAlert aria-hidden className="size-3.5 text-risk-med-text" />
                  <span className="sr-only">{item.warning}</span>
                </span>
              )}
              {item.unread === undefined ? null : <UnreadCount count={item.unread} of="unread" />}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {action}
      </div>
      {children}
    </Primitive.Root>
  );
}

export const TabPanel = Primitive.Content;
