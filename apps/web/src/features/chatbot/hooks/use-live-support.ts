import { ChatMessageSender, supportFailure, supportLimits, supportTexts } from "@forestay/contracts/wire";
import type { ChatMessage, PageContext } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { supportQueries, useStartSession } from "@/components/support/support-queries.ts";
import { ApiError } from "@/lib/api/index.ts";

/** The open support session, and the way to start one with what was said before, which says whether it began. */
export function useLiveSupport(context: PageContext, onStarted: (sessionId: string) => void) {
  const active = useQuery(supportQueries.active());
  const { mutate, isPending } = useStartSession();
  const [problem, setProblem] = useState<string | undefined>();
  const session = active.data?.session ?? undefined;
  // What was said of a session that has ended since, or of one that could not be begun before this one, is not true any more.
  const [shownId, show] = useState(session?.id);
  if (shownId !== session?.id) {
    show(session?.id);
    if (session === undefined || problem !== supportTexts.alreadyActive) setProblem(undefined);
  }
  const start = (initialMessage: string, messages: readonly ChatMessage[], topic: string) => {
    setProblem(undefined);
    if (session !== undefined) {
      setProblem(supportTexts.alreadyActive);
      return Promise.resolve(false);
    }
    const body = {
      topic: topic.slice(0, 120),
      initialMessage: initialMessage.slice(0, supportLimits.messageLength),
      originalContext: context,
      currentContext: context,
      transcript: messages.slice(-supportLimits.transcriptMessages).map(({ sender, content, timestamp }) => ({
        sender: sender === ChatMessageSender.User ? ("user" as const) : ("bot" as const),
        content: content.slice(0, supportLimits.messageLength),
        sentAt: timestamp,
      })),
    };
    return new Promise<boolean>((resolve) => {
      // Not told of where the page was left meanwhile: nothing leads back to it then.
      mutate(body, {
        onSuccess: ({ id }) => {
          resolve(true);
          onStarted(id);
        },
        onError: (error) => {
          resolve(false);
          setProblem(
            error instanceof ApiError && error.status === 409
              ? error.message
              : supportFailure.session(active.data?.supportEmail ?? null),
          );
        },
      });
    });
  };
  return { session, isKnown: active.data !== undefined, start, isStarting: isPending, problem };
}
