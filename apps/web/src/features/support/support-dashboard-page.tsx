import { useQuery } from "@tanstack/react-query";
import { BellRing, Inbox } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Popover } from "@/components/ui/popover.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { SidePanel } from "@/components/ui/side-panel.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { StatusDot } from "@/components/ui/tag.tsx";
import { useMediaQuery } from "@/hooks/use-media-query.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { useLiveConnection } from "@/lib/live/index.ts";
import { choice, defineUrlState, pageNumber, text } from "@/lib/url-state/index.ts";
import { staffQueries } from "./api/staff-queries.ts";
import type { StaffQueue } from "./api/staff-queries.ts";
import { ContextPanel } from "./components/context-panel.tsx";
import { Queue } from "./components/queue.tsx";
import { SessionPane } from "./components/session-pane.tsx";
import { Tiles } from "./components/tiles.tsx";
import { useAlerts } from "./hooks/use-alerts.ts";
import { useNow } from "./hooks/use-now.ts";
import { useQueueNews } from "./hooks/use-queue-news.ts";
import { waitWords } from "./hooks/wait-words.ts";

const TITLE = "Support Dashboard";

const dashboardState = defineUrlState({
  filter: choice(["waiting", "ai", "admin"] as const),
  search: text(),
  page: pageNumber(),
  session: text(),
});

/** /app/admin/support: who asks for help, and the thread of whoever is chosen; all of it stands in the address. */
export function SupportDashboardPage() {
  return (
    <Authorize
      policy="admin:support"
      fallback={
        <>
          <PageHeader title={TITLE} />
          <Sheet>
            <EmptyState title="This page is for platform staff">
              A platform Admin or Moderator can open it. If you need help yourself, choose Help & Support in
              your menu.
            </EmptyState>
          </Sheet>
        </>
      }
    >
      <Dashboard />
    </Authorize>
  );
}

function Dashboard() {
  const [view, change] = useUrlState(dashboardState);
  const { search, page, session } = view;
  const filter = view.filter ?? "all";
  const queue = useQuery(staffQueries.queue({ filter, search, page }));
  const isLive = useLiveConnection(({ state }) => state === "Connected");
  // Beside the navigation two panes need this much; below it there is one at a time.
  const isSingle = !useMediaQuery("(min-width: 1101px)");
  const hasRoom = useMediaQuery("(min-width: 1280px)");
  const [isContextOpen, openContext] = useState(false);
  const now = useNow();
  useQueueNews();
  const isChosen = session !== "";
  const pane = isChosen ? (
    <SessionPane
      key={session}
      sessionId={session}
      onBack={() => change({ session: "" })}
      onContext={hasRoom ? undefined : () => openContext(true)}
    />
  ) : (
    <NothingChosen />
  );
  return (
    <div className="-mb-14 flex h-[calc(100dvh-7.5rem)] min-h-120 flex-col">
      <PageHeader
        title={TITLE}
        subtitle={queue.data === undefined ? undefined : <Subtitle queue={queue.data} now={now} />}
        actions={
          <>
            <StatusDot tone={isLive ? "ok" : "warning"} className="text-note text-ink-2">
              {isLive ? "Live" : "Connecting"}
            </StatusDot>
            <Alerts />
          </>
        }
      />
      <div className="flex min-h-0 flex-1 flex-col gap-3">
        {isSingle && isChosen ? null : <Tiles now={now} />}
        <Sheet className="flex min-h-0 flex-1 overflow-hidden">
          {isSingle && isChosen ? null : (
            <div className="flex min-h-0 w-full flex-col border-line lg:w-78 lg:shrink-0 lg:border-r">
              <Queue
                query={queue}
                filter={filter}
                search={search}
                page={page}
                chosen={session}
                now={now}
                onFilter={(next) => change({ filter: next === "all" ? undefined : next, page: 1 })}
                onSearch={(next) => change({ search: next, page: 1 })}
                onPage={(next) => change({ page: next })}
                onChoose={(id) => change({ session: id })}
              />
            </div>
          )}
          {isSingle && !isChosen ? null : (
            <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-canvas">{pane}</div>
          )}
          {hasRoom && isChosen ? (
            <aside
              aria-label="About this session"
              className="w-75 shrink-0 overflow-y-auto border-l border-line"
            >
              <ContextPanel sessionId={session} />
            </aside>
          ) : null}
        </Sheet>
      </div>
      {isContextOpen && isChosen && !hasRoom ? (
        <SidePanel title="About this session" onClose={() => openContext(false)}>
          <div className="-mx-6 -my-5">
            <ContextPanel sessionId={session} />
          </div>
        </SidePanel>
      ) : null}
    </div>
  );
}

function Subtitle({ queue: { counts, longestWaitSince, online }, now }: { queue: StaffQueue; now: number }) {
  const wait =
    longestWaitSince === null ? "nobody waits" : `longest wait ${waitWords(longestWaitSince, now)}`;
  const here =
    online.length === 0 ? "no Admin is here" : `here: ${online.map(({ adminName }) => adminName).join(", ")}`;
  return (
    <>
      {formatCounted(counts.open, "open session", "open sessions")}, {wait} · {here}
    </>
  );
}

function NothingChosen() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 p-6 text-center text-ui text-ink-2">
      <Inbox aria-hidden className="size-6 text-ink-3" />
      Choose a session to read it.
    </div>
  );
}

function Alerts() {
  const { mayClaim, choice: chosen, isBlocked, change } = useAlerts();
  if (!mayClaim) return null;
  const isOn = chosen.desktop || chosen.sound;
  return (
    <Popover
      label="Alerts"
      align="end"
      trigger={<Button icon={<BellRing />}>{isOn ? "Alerts on" : "Alerts off"}</Button>}
    >
      <div className="flex flex-col gap-3">
        <p className="m-0 text-ink-2">When somebody asks for a person, on this device:</p>
        <Switch
          label="Desktop notification"
          checked={chosen.desktop}
          onChange={(desktop) => void change({ ...chosen, desktop })}
        />
        <Switch
          label="Sound"
          checked={chosen.sound}
          onChange={(sound) => void change({ ...chosen, sound })}
        />
        {chosen.sound ? (
          <p className="m-0 text-note text-ink-2">
            A browser plays it once you have pressed anything on a page that was loaded anew.
          </p>
        ) : null}
        {isBlocked ? (
          <p role="alert" className="m-0 text-note text-danger-text">
            This browser does not allow notifications of this site. Allow them in its settings first.
          </p>
        ) : null}
      </div>
    </Popover>
  );
}
