import { integrationStatusLabel } from "@forestay/contracts/wire";
import { Tag, type TagTone } from "@/components/ui/tag.tsx";
import { formatDateTime } from "@/lib/format/index.ts";
import { systemFacts, type ConnectedSystem } from "../hooks/system-facts.ts";

const tones: Record<ConnectedSystem["status"], TagTone> = {
  NotConnected: "neutral",
  Connected: "ok",
  Syncing: "info",
  Error: "danger",
  TokenExpired: "danger",
};

/** One line per connected system of a company: whether it does well, when it was last read, and what waits or differs. */
export function SystemList({
  systems,
  serverTime,
}: {
  systems: readonly ConnectedSystem[];
  serverTime: string;
}) {
  return (
    <ul
      aria-label="Connected systems"
      className="m-0 list-none divide-y divide-line border-t border-line p-0"
    >
      {systems.map((system) => (
        <li
          key={`${system.company} ${system.provider}`}
          className="grid min-h-10.5 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-1.5 text-ui room:grid-cols-[13rem_6rem_4.5rem_minmax(0,1fr)] md:px-5"
        >
          <span className="min-w-0 break-words">
            <span className="font-strong text-ink">{system.provider}</span>
            <span className="text-ink-2">
              {system.isSandbox ? " (sandbox)" : ""} of {system.company}
            </span>
          </span>
          {/* In line with the checks above, whose third column is how long each took. */}
          <span className="room:col-span-2">
            <Tag tone={tones[system.status]}>{integrationStatusLabel(system.status)}</Tag>
          </span>
          <span className="break-words text-ink-2 max-room:col-span-full">
            {system.lastError !== null && <span className="block text-ink">{system.lastError}</span>}
            {[
              system.lastSyncAt === null
                ? "Never read to its end"
                : `Last sync ${formatDateTime(system.lastSyncAt)}`,
              ...systemFacts(system, serverTime),
            ].join(" · ")}
          </span>
        </li>
      ))}
    </ul>
  );
}
