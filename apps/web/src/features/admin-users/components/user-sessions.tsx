import { Button } from "@/components/ui/button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { formatCounted, formatRelativeInline } from "@/lib/format/index.ts";
import { useEndUserSessions } from "../api/user-queries.ts";
import type { UserDetail } from "../api/user-queries.ts";

/** Where the person is signed in, and the way to end all of it. */
export function UserSessions({ user, locked }: { user: UserDetail; locked: boolean }) {
  const end = useEndUserSessions(user.id);
  const { sessions } = user;
  const signOut = () =>
    end.mutate(undefined, {
      onSuccess: ({ ended }) =>
        void toast.success("Signed out everywhere", `${formatCounted(ended, "session")} ended.`),
      onError: (error) => void toast.error("Nobody was signed out", error.message),
    });
  return (
    <Cell
      title="Sessions"
      subtitle={sessions.length === 0 ? "Not signed in anywhere" : undefined}
      aside={
        sessions.length === 0 || locked ? null : (
          <Button size="sm" pending={end.isPending} pendingLabel="Signing out..." onClick={signOut}>
            Sign out everywhere
          </Button>
        )
      }
    >
      {sessions.length === 0 ? null : (
        <ul className="m-0 list-none divide-y divide-line border-t border-line p-0">
          {sessions.map((session) => (
            <li
              key={session.id}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 text-ui"
            >
              <span className="min-w-0">
                <span className="font-emphasis text-ink">{session.device}</span>
                <span className="block text-note text-ink-2">
                  {[
                    session.ipAddress,
                    `since ${formatRelativeInline(session.createdAt)}`,
                    `last used ${formatRelativeInline(session.lastUsedAt)}`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
              {session.isCurrent ? <Tag tone="ok">This one</Tag> : null}
            </li>
          ))}
        </ul>
      )}
    </Cell>
  );
}
