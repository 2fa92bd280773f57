import { hasEnded } from "@forestay/contracts/wire";
import type { StaffSession } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Hand, PanelRight } from "lucide-react";
import { useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Composer } from "@/components/support/composer.tsx";
import { MessageList } from "@/components/support/message-list.tsx";
import { SupportStatusTag } from "@/components/support/status-tag.tsx";
import { useSupportThread } from "@/components/support/use-support-thread.ts";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { displayName, useCurrentUser, usePolicy } from "@/lib/auth/index.ts";
import { staffQueries, useClaim, useRelease } from "../api/staff-queries.ts";
import { fillReply } from "../hooks/fill-reply.ts";
import { CannedReplies } from "./canned-replies.tsx";
import { CloseButton } from "./close-button.tsx";
import { Transcript } from "./transcript.tsx";

interface SessionPaneProps {
  sessionId: string;
  onBack: () => void;
  /** Shows or hides what is known of the session, where it has no room of its own. */
  onContext?: (() => void) | undefined;
}

/** One session as staff have it open: the live thread, who may write, and what can be done with it. */
export function SessionPane({ sessionId, onBack, onContext }: SessionPaneProps) {
  const detail = useQuery(staffQueries.session(sessionId));
  const thread = useSupportThread(sessionId, "staff");
  const [draft, setDraft] = useState<{ text: string }>();
  const me = useCurrentUser();
  const mayClaim = usePolicy("support:claim");
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <QueryView
        query={detail}
        loading="Loading the session"
        failed="The session did not load"
        skeleton={
          <>
            <Skeleton className="m-4 h-8 w-56" />
            <MessagesSkeleton />
          </>
        }
      >
        {({ session: known, transcript }) => {
          // The thread hears of changes first.
          const session = { ...known, ...thread.session };
          const isMine = session.status === "AdminActive" && session.assignedAdminId === me.id;
          return (
            <>
              <Header
                session={session}
                isMine={isMine}
                mayClaim={mayClaim}
                onBack={onBack}
                onContext={onContext}
              />
              <div className="flex min-h-0 flex-1 flex-col">
                <QueryView
                  query={thread.query}
                  loading="Loading the messages"
                  failed="The messages did not load"
                  skeleton={<MessagesSkeleton />}
                >
                  {() => (
                    <MessageList thread={thread} side="staff" before={<Transcript lines={transcript} />} />
                  )}
                </QueryView>
              </div>
              <footer className="border-t border-line px-4 py-3">
                <Composer
                  sessionId={sessionId}
                  locked={
                    thread.session === undefined
                      ? "The messages come first"
                      : lockOf(session, isMine, mayClaim)
                  }
                  onSend={thread.send}
                  onTyping={thread.noteTyping}
                  draft={draft}
                  tools={
                    <CannedReplies
                      disabled={!isMine}
                      onChoose={(body) => setDraft({ text: fillReply(body, session, displayName(me)) })}
                    />
                  }
                />
              </footer>
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

function MessagesSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-4">
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="h-12 w-1/2 self-end" />
    </div>
  );
}

function lockOf(session: StaffSession, isMine: boolean, mayClaim: boolean): string | undefined {
  if (hasEnded(session.status)) return "Session ended";
  if (isMine) return undefined;
  if (!mayClaim) return "An Admin answers";
  return session.status === "AdminActive"
    ? `${session.assignedAdminName ?? "Somebody else"} answers`
    : "Claim the session to reply";
}

function Header({
  session,
  isMine,
  mayClaim,
  onBack,
  onContext,
}: {
  session: StaffSession;
  isMine: boolean;
  mayClaim: boolean;
  onBack: () => void;
  onContext: (() => void) | undefined;
}) {
  const claim = useClaim(session.id);
  const release = useRelease(session.id);
  const isFree = session.status === "Pending" || session.status === "AiActive";
  return (
    <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
      <IconButton label="Back to the list" size="sm" onClick={onBack} className="lg:hidden">
        <ArrowLeft />
      </IconButton>
      <Avatar name={session.userName} id={session.userId} />
      <div className="min-w-0 flex-1 basis-32">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="m-0 truncate text-body font-strong text-ink">{session.userName}</h2>
          <SupportStatusTag session={session} />
        </div>
        <p className="m-0 truncate text-note text-ink-2">{session.topic}</p>
      </div>
      <div className="flex items-center gap-2">
        {isFree && mayClaim ? (
          <Button
            variant="primary"
            icon={<Hand />}
            pending={claim.isPending}
            pendingLabel="Claiming..."
            onClick={() => claim.mutate()}
          >
            Claim session
          </Button>
        ) : null}
        {isMine ? (
          <>
            <Button variant="ghost" pending={release.isPending} onClick={() => release.mutate()}>
              Hand back
            </Button>
            <CloseButton sessionId={session.id} />
          </>
        ) : null}
        {onContext === undefined ? null : (
          <IconButton label="About this session" size="sm" onClick={onContext}>
            <PanelRight />
          </IconButton>
        )}
      </div>
    </header>
  );
}
