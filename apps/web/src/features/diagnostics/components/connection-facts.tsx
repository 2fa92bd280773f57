import { FactStrip } from "@/components/ui/sheet.tsx";
import { StatusDot } from "@/components/ui/tag.tsx";
import { MISSING, formatCount } from "@/lib/format/index.ts";
import { useLiveConnection } from "@/lib/live/index.ts";
import type { LiveState } from "@/lib/live/index.ts";
import { transportName } from "../hooks/use-checks.ts";
import { useNow } from "../hooks/use-now.ts";

const tones: Record<LiveState, "ok" | "warning" | "neutral"> = {
  Connected: "ok",
  Connecting: "warning",
  Reconnecting: "warning",
  Disconnecting: "neutral",
  Disconnected: "neutral",
};

/** State, transport, last ping and retries of this page's own connection, as they are now. */
export function ConnectionFacts() {
  const live = useLiveConnection((snapshot) => snapshot);
  const now = useNow();
  return (
    <>
      <FactStrip
        facts={[
          {
            label: "State",
            value: (
              <span aria-live="polite">
                <StatusDot tone={tones[live.state]}>{live.state}</StatusDot>
              </span>
            ),
          },
          {
            label: "Transport",
            value: live.transport === undefined ? MISSING : transportName(live.transport),
          },
          { label: "Last ping", value: age(live.lastPingAt, now) },
          { label: "Connected for", value: age(live.connectedAt, now).replace(" ago", "") },
          { label: "Retries", value: formatCount(live.retries) },
        ]}
      />
      {live.lastError === undefined ? null : (
        <p role="status" className="m-0 border-t border-line px-4 py-2.5 text-ui text-ink-2 md:px-5">
          <span className="font-strong text-ink">Last error: </span>
          {live.lastError}
        </p>
      )}
    </>
  );
}

function age(at: number | undefined, now: number): string {
  if (at === undefined) return MISSING;
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ${minutes % 60} min ago`;
}
