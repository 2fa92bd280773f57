import type { TranscriptLine } from "@forestay/contracts/wire";
import { formatCounted } from "@/lib/format/index.ts";

/** What the person and page help said before the session; folded, because most of it is known from the first message. */
export function Transcript({ lines }: { lines: readonly TranscriptLine[] }) {
  if (lines.length === 0) return null;
  return (
    <details className="mb-3 rounded-inset border border-line bg-sheet px-3 py-2 text-ui">
      <summary className="cursor-pointer font-emphasis text-ink">
        Before this session: {formatCounted(lines.length, "message", "messages")} with page help
      </summary>
      <ul className="m-0 mt-2 flex list-none flex-col gap-1.5 p-0">
        {lines.map(({ sender, content }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a record that does not change
          <li key={index} className="break-words whitespace-pre-wrap text-ink-2">
            <span className="font-emphasis text-ink">{sender === "user" ? "They" : "Page help"}:</span>{" "}
            {content}
          </li>
        ))}
      </ul>
    </details>
  );
}
