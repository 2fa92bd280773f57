import { cn } from "@/lib/style/cn.ts";

interface BarListProps {
  items: readonly { key: string; label: string; value: number; valueText: string }[];
  className?: string | undefined;
}

/** Named bars under each other, longest = the largest value. A list of its own right: the numbers stand beside the bars. */
export function BarList({ items, className }: BarListProps) {
  const largest = Math.max(1e-9, ...items.map((item) => item.value));
  return (
    <ul className={cn("m-0 flex list-none flex-col gap-2.5 p-0", className)}>
      {items.map((item) => (
        <li key={item.key} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_3.5rem] items-center gap-3">
          <span className="truncate text-ui text-ink" title={item.label}>
            {item.label}
          </span>
          <span aria-hidden className="h-2">
            <span
              className="block h-full rounded-[3px] bg-brand"
              style={{ width: `${(item.value / largest) * 100}%` }}
            />
          </span>
          <span className="text-right text-ui font-strong text-ink tabular">{item.valueText}</span>
        </li>
      ))}
    </ul>
  );
}
