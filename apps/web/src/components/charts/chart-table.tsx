import { Link } from "react-router";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";

/** A number, with the address of the rows that it adds up from where there are any. */
export type ChartTableCell = string | { text: string; to: string };

export interface ChartTableData {
  columns: readonly string[];
  rows: readonly (readonly ChartTableCell[])[];
}

const textOf = (cell: ChartTableCell) => (typeof cell === "string" ? cell : cell.text);

/** A chart's numbers as a table. */
export function ChartTable({
  id,
  caption,
  data,
  maxHeight,
}: {
  id: string;
  caption: string;
  data: ChartTableData;
  maxHeight: number;
}) {
  return (
    <ScrollBox id={id} label="Table of the chart" className="overflow-auto" style={{ maxHeight }}>
      <table className="w-full border-collapse text-ui tabular">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {data.columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`sticky top-0 border-b border-line bg-sheet py-1.5 pr-3 text-small font-label text-ink-3 ${index === 0 ? "text-left" : "text-right"}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.map(textOf).join("|")} className="border-b border-line last:border-b-0">
              {row.map((value, index) => (
                <td
                  key={data.columns[index] ?? index}
                  className={`py-1.5 pr-3 text-ink ${index === 0 ? "text-left" : "text-right"}`}
                >
                  {typeof value === "string" ? (
                    value
                  ) : (
                    <Link
                      to={value.to}
                      className="rounded-check text-ink underline decoration-brand-line underline-offset-4 hover:decoration-brand"
                    >
                      {value.text}
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
