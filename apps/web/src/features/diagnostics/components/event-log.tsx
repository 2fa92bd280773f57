import { ScrollBox } from "@/components/ui/scroll-box.tsx";
import { useLiveConnection } from "@/lib/live/index.ts";

/** What happened to the connection since the page was loaded, newest first. */
export function EventLog() {
  const log = useLiveConnection((snapshot) => snapshot.log);
  if (log.length === 0) return <p className="m-0 text-ui text-ink-2">Nothing has happened yet.</p>;
  return (
    <ScrollBox label="Event log" className="max-h-80 overflow-y-auto rounded-inset bg-sunken">
      <ol className="m-0 list-none p-3 font-mono text-small text-ink-2">
        {log.toReversed().map((entry) => (
          <li key={entry.id} className="flex gap-4 py-px">
            <time dateTime={new Date(entry.at).toISOString()} className="shrink-0 text-ink-3">
              {clockTime(entry.at)}
            </time>
            <span className="min-w-0 break-words text-ink">{entry.text}</span>
          </li>
        ))}
      </ol>
    </ScrollBox>
  );
}

/** '14:03:07.214'. */
function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
  });
}
