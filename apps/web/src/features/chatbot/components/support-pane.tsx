import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, PanelRight } from "lucide-react";
import { useState } from "react";
import { SearchDocs } from "@/components/docs/search-docs.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { StartSession } from "@/components/support/start-session.tsx";
import { SupportConversation } from "@/components/support/support-conversation.tsx";
import { SupportLetter } from "@/components/support/support-letter.tsx";
import { supportQueries } from "@/components/support/support-queries.ts";
import { Button } from "@/components/ui/button.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { cn } from "@/lib/style/cn.ts";
import { BesideMessages } from "./context-parts.tsx";
import { SessionFacts } from "./session-facts.tsx";

interface SupportPaneProps {
  /** None: the ways to help. */
  sessionId: string | undefined;
  onOpen: (sessionId: string | undefined) => void;
}

/** A support session with what is known of it, or, where none is chosen, the documentation, the way to a person and a letter. */
export function SupportPane({ sessionId, onOpen }: SupportPaneProps) {
  const [isContext, setContext] = useState(false);
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] @3xl:grid-cols-[minmax(0,1fr)_auto]">
      <div className={cn("flex min-h-0 min-w-0 flex-col", isContext && "@max-3xl:hidden")}>
        <div
          className={cn(
            "flex items-center justify-between border-b border-line px-2 py-1.5",
            sessionId === undefined ? "lg:hidden" : "@3xl:hidden",
          )}
        >
          <Button
            variant="ghost"
            icon={<ArrowLeft aria-hidden />}
            className="lg:invisible"
            onClick={() => onOpen(undefined)}
          >
            All sessions
          </Button>
          {sessionId === undefined ? null : (
            <IconButton label="About this session" onClick={() => setContext(true)}>
              <PanelRight aria-hidden />
            </IconButton>
          )}
        </div>
        {sessionId === undefined ? (
          <WaysToHelp onOpen={onOpen} />
        ) : (
          <SupportConversation sessionId={sessionId} />
        )}
      </div>
      {sessionId === undefined ? null : (
        <BesideMessages label="About this session" isShown={isContext} onBack={() => setContext(false)}>
          <SessionFacts sessionId={sessionId} />
        </BesideMessages>
      )}
    </div>
  );
}

function WaysToHelp({ onOpen }: Pick<SupportPaneProps, "onOpen">) {
  const active = useQuery(supportQueries.active());
  return (
    <div
      role="region"
      aria-label="Ways to help"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-5 py-5 -outline-offset-2"
    >
      <div className="flex max-w-140 flex-col gap-7">
        <SearchDocs />
        <QueryView
          query={active}
          loading="Loading your session"
          failed="Live support did not load"
          skeleton={<Skeleton className="h-40 w-full" />}
          inset
        >
          {({ session, isStaffOnline }) =>
            session === null ? (
              <StartSession isStaffOnline={isStaffOnline} onStarted={onOpen} />
            ) : (
              <section aria-labelledby="open-session">
                <h2 id="open-session" className="m-0 mb-1 text-lead font-strong text-ink">
                  A session is open
                </h2>
                <p className="m-0 mb-4 text-ui text-ink-2">One at a time: end it to start another.</p>
                <Button variant="primary" onClick={() => onOpen(session.id)}>
                  Go on with it
                </Button>
              </section>
            )
          }
        </QueryView>
        <section aria-labelledby="write-to-us">
          <h2 id="write-to-us" className="m-0 mb-1 text-lead font-strong text-ink">
            Write to us
          </h2>
          <p className="m-0 mb-4 text-ui text-ink-2">Not urgent? We answer by e-mail within 24 hours.</p>
          <SupportLetter />
        </section>
      </div>
    </div>
  );
}
