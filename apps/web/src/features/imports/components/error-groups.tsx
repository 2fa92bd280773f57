import type { ImportErrorGroup } from "@forestay/contracts/wire";
import { formatCount, formatCounted } from "@/lib/format/index.ts";

/** Row errors by what is wrong, each with its first rows and an example. */
export function ErrorGroups({ groups }: { groups: readonly ImportErrorGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <ul className="m-0 list-none divide-y divide-line border-y border-line p-0">
      {groups.map((group) => (
        <li
          key={`${group.code}-${group.column ?? ""}`}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5 text-ui"
        >
          <div className="min-w-0 flex-1 basis-72">
            <p className="m-0 font-strong text-ink">
              {group.column === null ? "" : `${group.column}: `}
              {group.message}
            </p>
            <p className="m-0 text-note text-ink-2">
              {group.rows.length === 1 ? "Row " : "Rows "}
              {group.rows.map(formatCount).join(", ")}
              {group.count > group.rows.length
                ? ` and ${formatCount(group.count - group.rows.length)} more`
                : ""}
              {group.example === null ? "" : `, for example “${group.example}”`}
            </p>
          </div>
          <span className="font-strong text-danger-text tabular">{formatCounted(group.count, "row")}</span>
        </li>
      ))}
    </ul>
  );
}
