import { accountEndpoints } from "@forestay/contracts/wire";
import type { Session } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatRelativeInline } from "@/lib/format/index.ts";
import { settingsQueries, useSetting } from "../api/settings-queries.ts";
import { Loaded } from "./loaded.tsx";
import { saved } from "./saved.ts";

/** Where one is signed in; each can be ended, or all but this one. */
export function SessionsPart() {
  const sessions = useQuery(settingsQueries.sessions());
  return (
    <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">Sessions</h2>
      <Loaded query={sessions} what="Your sessions" inset>
        {({ items }) => <SessionRows sessions={items} />}
      </Loaded>
    </section>
  );
}

function SessionRows({ sessions }: { sessions: readonly Session[] }) {
  const end = useSetting(accountEndpoints.endSession);
  const endOthers = useSetting(accountEndpoints.endOtherSessions);
  return (
    <>
      <ul className="m-0 list-none divide-y divide-line border-y border-line p-0">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 text-ui"
          >
            <span className="min-w-0">
              <span className="font-emphasis text-ink">{session.device}</span>
              <span className="block text-note text-ink-2">
                {[session.ipAddress, `last used ${formatRelativeInline(session.lastUsedAt)}`]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            {session.isCurrent ? (
              <Tag tone="ok">This one</Tag>
            ) : (
              <Button
                size="sm"
                variant="danger"
                onClick={() => end.mutate({ params: { id: session.id } }, saved("Session ended"))}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button
          className="self-start"
          pending={endOthers.isPending}
          onClick={() => endOthers.mutate({}, saved("Signed out everywhere else"))}
        >
          Sign out everywhere else
        </Button>
      ) : null}
    </>
  );
}
