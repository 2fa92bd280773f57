import type { ReactNode } from "react";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";

/** A small table of figures with its caption as title: names at the left, numbers at the right. */
export function PlainTable({
  caption,
  note,
  heads,
  children,
}: {
  caption: string;
  /** Under the caption: what is counted. */
  note?: string | undefined;
  heads: readonly string[];
  children: ReactNode;
}) {
  return (
    <ScrollBox label={caption} className="min-w-0 self-start">
      <table className="w-full border-collapse text-left text-ui">
        <caption className="pb-1.5 text-left text-ui font-strong text-ink">
          {caption}
          {note === undefined ? null : (
            <span className="block text-note font-regular text-ink-2">{note}</span>
          )}
        </caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`border-b border-line py-1 text-small font-label text-ink-3 ${index > 0 ? "pl-3" : ""} ${index > 0 && heads.length > 2 ? "text-right" : ""}`}
              >
                {head === "" ? <span className="sr-only">Result</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollBox>
  );
}

export function PlainRow({
  name,
  cells,
  words = false,
}: {
  name: ReactNode;
  cells: readonly ReactNode[];
  words?: boolean;
}) {
  return (
    <tr className="border-b border-line last:border-b-0">
      <th
        scope="row"
        className="py-1.5 pr-3 text-left align-top font-emphasis text-ink [overflow-wrap:anywhere]"
      >
        {name}
      </th>
      {cells.map((cell, index) => (
        <td
          key={index}
          className={
            words ? "py-1.5 pl-3 align-top text-ink-2" : "py-1.5 pl-3 text-right align-top text-ink-2 tabular"
          }
        >
          {cell}
        </td>
      ))}
    </tr>
  );
}
