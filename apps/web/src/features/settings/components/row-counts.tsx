import { formatCount } from "@/lib/format/index.ts";

/** Rows by table, as they were counted: what went, or what came. */
export function RowCounts({ rows }: { rows: readonly { table: string; rows: number }[] }) {
  return (
    <ul className="m-0 max-h-72 list-none divide-y divide-line overflow-y-auto border-y border-line p-0">
      {rows.map(({ table, rows: count }) => (
        <li key={table} className="flex justify-between gap-4 py-1.5 text-ui">
          <span className="font-mono text-small text-ink-2">{table}</span>
          <span className="font-emphasis text-ink tabular">{formatCount(count)}</span>
        </li>
      ))}
    </ul>
  );
}
