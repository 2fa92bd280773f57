import { useQueryClient } from "@tanstack/react-query";
import { MessageCircle, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { PartBoundary } from "@/components/ui/part-boundary.tsx";
import { Tooltip } from "@/components/ui/tooltip.tsx";
import { chatbotKeys, supportKeys } from "@/lib/api/query-keys.ts";
import { currentUserQuery, useCurrentUser } from "@/lib/auth/index.ts";
import { liveConnection } from "@/lib/live/index.ts";
import { onOtherTabs } from "./api/other-tabs.ts";
import { useChatStore } from "@/components/chat/chat-store.ts";

const loadPanel = () => import("./components/chat-panel.tsx");
const ChatPanel = lazy(async () => ({ default: (await loadPanel()).ChatPanel }));
const UnreadBadge = lazy(async () => ({
  default: (await import("./components/unread-badge.tsx")).UnreadBadge,
}));

/** The floating button and the panel behind it, whose code comes when it is first opened. Not where conversations have the page. */
export function ChatWidget() {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const { widget, userId, supportSessionId, setWidget, enter, leave } = useChatStore();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    enter(id);
    return () => leave(queryClient.getQueryData(currentUserQuery.queryKey) == null);
  }, [id, enter, leave, queryClient]);
  useEffect(() => {
    const show = (session: { id: string; userId: string }, isClaim: boolean) => {
      if (session.userId !== id) return;
      const { supportSessionId, showSupport, setWidget: open } = useChatStore.getState();
      // Somebody took a session that this page did not show: it is opened, so that they are not kept waiting. Another id
      // is of a session whose end was missed: only one is open at a time.
      if (isClaim && supportSessionId !== session.id) open("open");
      showSupport(session.id);
    };
    const stops = [
      liveConnection.on("SupportSessionCreated", (session) => show(session, false)),
      liveConnection.on("SupportSessionClaimed", (session) => show(session, true)),
      liveConnection.on("SupportSessionClosed", ({ sessionId }) => {
        // First what the panel goes by, or it would show the session again.
        queryClient.setQueryData<{ session: { id: string } | null }>(supportKeys.active, (data) =>
          data?.session?.id === sessionId ? { ...data, session: null } : data,
        );
        useChatStore.getState().endSupport(sessionId);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [id, queryClient]);
  useEffect(
    () => onOtherTabs(id, () => void queryClient.invalidateQueries({ queryKey: chatbotKeys.all })),
    [id, queryClient],
  );
  const isOpen = widget === "open" && userId === id;
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const name = widget === "minimised" ? "Open the conversation again" : "Ask the assistant";
  if (pathname === "/app/conversations") return null;
  return (
    <aside aria-label="Assistant" className="contents">
      {isOpen ? (
        <PartBoundary
          fallback={(problem) => (
            <section
              aria-label="Assistant"
              className="fixed right-5 bottom-5 z-40 w-[min(23.5rem,calc(100vw-2.5rem))] rounded-dialog border border-line bg-raised shadow-md"
            >
              <IconButton
                size="sm"
                label="Close"
                className="absolute top-2 right-2"
                onClick={() => setWidget("closed")}
              >
                <X aria-hidden />
              </IconButton>
              {problem}
            </section>
          )}
        >
          <Suspense>
            <ChatPanel />
          </Suspense>
        </PartBoundary>
      ) : (
        <Tooltip content={name}>
          <button
            ref={button}
            type="button"
            onPointerEnter={() => void loadPanel().catch(() => undefined)}
            onClick={() => setWidget("open")}
            className="fixed right-5 bottom-5 z-30 inline-flex size-12 items-center justify-center rounded-full bg-brand text-on-brand shadow-md hover:bg-brand-hover"
          >
            <MessageCircle aria-hidden className="size-5.5" />
            <span className="sr-only">{name}</span>
            {widget === "minimised" ? (
              <span
                aria-hidden
                className="absolute top-0 right-0 size-3 rounded-full border-2 border-canvas bg-ok"
              />
            ) : null}
            {supportSessionId === null || userId !== id ? null : (
              <PartBoundary fallback={() => null}>
                <Suspense>
                  <UnreadBadge sessionId={supportSessionId} />
                </Suspense>
              </PartBoundary>
            )}
          </button>
        </Tooltip>
      )}
    </aside>
  );
}
