import type { ImportErrorGroup } from "@forestay/contracts/wire";
import { formatCount, formatCounted } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";

/** What cannot be read, by what is wrong with it, each with its first rows and an example. */
export function ErrorGroups({ groups }: { groups: readonly ImportErrorGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <ul className="m-0 list-none divide-y divide-line border-y border-line p-0">
      {groups.map((group) => (
        <li
          key={`${group.code}-${group.column ?? ""}-${group.keepsRow === true}`}
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
          <span
            className={cn("font-strong tabular", group.keepsRow === true ? "text-ink-2" : "text-danger-text")}
          >
            {formatCounted(group.count, group.keepsRow === true ? "value" : "row")}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Values of extra attributes that the import goes without, where there are any: their rows are imported. */
export function LostValues({ groups }: { groups: readonly ImportErrorGroup[] }) {
  const lost = groups.filter(({ keepsRow }) => keepsRow === true);
  if (lost.length === 0) return null;
  const count = lost.reduce((sum, group) => sum + group.count, 0);
  return (
    <div className="flex flex-col gap-3 pb-4">
      <p className="m-0 text-body text-ink">
        {formatCounted(count, "value")} of extra attributes cannot be read and {count === 1 ? "is" : "are"}{" "}
        left out. The rest of {count === 1 ? "its row" : "their rows"} is imported.
      </p>
      <ErrorGroups groups={lost} />
    </div>
  );
}

/** What keeps rows from being imported. */
export const rowGroups = (groups: readonly ImportErrorGroup[]) =>
  groups.filter(({ keepsRow }) => keepsRow !== true);
