import { formatCount } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";

interface NarrowingProps {
  totalCount: number;
  lines: readonly { label: string; customerCount: number }[];
  isExact: boolean;
  /** In a narrow place the words stand above their bar. */
  stacked?: boolean;
}

/** How each line narrows the list: customers left after it, from all of them on. */
export function Narrowing({ totalCount, lines, isExact, stacked = false }: NarrowingProps) {
  const rows = [{ label: "All customers", customerCount: totalCount }, ...lines];
  const last = rows.length - 1;
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4 pb-2">
        <h3 className="m-0 text-body font-strong text-ink">How each line narrows the list</h3>
        <span className="text-note text-ink-2">Customers left{isExact ? "" : ", about"}</span>
      </div>
      <ol className="m-0 flex list-none flex-col gap-2 p-0">
        {rows.map(({ label, customerCount }, index) => (
          <li
            key={`${index}-${label}`}
            className={cn(
              "grid grid-cols-[minmax(0,1fr)_4rem] items-center gap-x-3 text-ui",
              !stacked && "md:grid-cols-[minmax(0,1.1fr)_minmax(0,1.6fr)_4rem]",
              index === last ? "font-strong text-ink" : "text-ink-2",
            )}
          >
            <span className="truncate" title={label}>
              {label}
            </span>
            <span
              aria-hidden
              className={cn("h-1.5", stacked ? "order-3 col-span-2" : "max-md:order-3 max-md:col-span-2")}
            >
              <span
                className={cn("block h-full rounded-[3px]", index === last ? "bg-brand" : "bg-(--seq-3)")}
                style={{
                  width: `${totalCount === 0 ? 0 : Math.max(0.4, (customerCount / totalCount) * 100)}%`,
                }}
              />
            </span>
            <span className="text-right text-ink tabular">{formatCount(customerCount)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
