import type { customerMailEndpoints, EndpointResponse } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { customerMailQueries, useUnsubscribe } from "./api/customer-mail-queries.ts";

/**
 * /u/{token}: a company's customer ends its messages, without signing in. A press, not the opening, ends them: programs that
 * look through mail open links too.
 */
export function UnsubscribePage() {
  const { token = "" } = useParams();
  const state = useQuery(customerMailQueries.unsubscribe(token));
  const press = useUnsubscribe(token);
  if (state.isPending)
    return (
      <Frame title="E-mail preferences">
        <Skeleton className="mt-4 h-20" />
      </Frame>
    );
  if (state.isError)
    return (
      <Frame title="This link does not work">
        <p role="alert" className="m-0 mt-3 text-body text-ink-2">
          {state.error.message}
        </p>
      </Frame>
    );
  const { companyName, isUnsubscribed, isComplained } = state.data;
  const isEnded = isUnsubscribed || isComplained;
  const { title, words, undo } = wordsOf(state.data);
  return (
    <Frame title={title} company={companyName}>
      <p className="m-0 mt-3 text-body text-ink-2">{words}</p>
      <div className="mt-6 flex flex-col gap-4">
        <FormProblem problem={press.error?.message} />
        <Button
          variant={isEnded ? "secondary" : "primary"}
          size="xl"
          className="self-start max-md:self-stretch"
          pending={press.isPending}
          pendingLabel="Saving..."
          onClick={() => press.mutate(isEnded)}
        >
          {undo ?? "Unsubscribe"}
        </Button>
      </div>
    </Frame>
  );
}

/** `undo`: what takes it back, where it has ended. */
function wordsOf({
  companyName,
  isUnsubscribed,
  isComplained,
}: EndpointResponse<typeof customerMailEndpoints.readUnsubscribe>): {
  title: string;
  words: string;
  undo: string | null;
} {
  if (isComplained)
    return {
      title: "You get no messages any more",
      words: `A message to you was reported as spam, so ${companyName} writes you nothing at all, not even about a payment that failed. If that was not you, or not meant, take it back here.`,
      undo: "It was a mistake: allow messages again",
    };
  if (isUnsubscribed)
    return {
      title: "You are unsubscribed",
      words: `${companyName} sends you no more tips, offers or check-ins. Messages about your own account, such as a payment that failed, still come.`,
      undo: "It was a mistake: subscribe again",
    };
  return {
    title: `Unsubscribe from ${companyName}?`,
    words:
      "Tips, offers and check-ins stop at once. Messages about your own account, such as a payment that failed, still come.",
    undo: null,
  };
}

/** The company's page, not the product's: nothing here sells anything to its customers. */
function Frame({ title, company, children }: { title: string; company?: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh place-items-center bg-canvas p-4">
      <main
        id="main"
        tabIndex={-1}
        className="w-full max-w-120 rounded-sheet border border-line bg-sheet p-6 shadow-xs md:p-8"
      >
        <p className="m-0 flex items-center gap-2 text-ui font-strong text-ink-2">
          <MailX aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 break-words">{company ?? "E-mail"}</span>
        </p>
        <h1 tabIndex={-1} className="m-0 mt-4 text-title font-title break-words text-ink">
          {title}
        </h1>
        {children}
      </main>
    </div>
  );
}
