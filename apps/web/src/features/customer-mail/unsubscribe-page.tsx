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
  const { companyName, isUnsubscribed } = state.data;
  return (
    <Frame
      title={isUnsubscribed ? "You are unsubscribed" : `Unsubscribe from ${companyName}?`}
      company={companyName}
    >
      <p className="m-0 mt-3 text-body text-ink-2">
        {isUnsubscribed
          ? `${companyName} sends you no more tips, offers or check-ins. Messages about your own account, such as a payment that failed, still come.`
          : "Tips, offers and check-ins stop at once. Messages about your own account, such as a payment that failed, still come."}
      </p>
      <div className="mt-6 flex flex-col gap-4">
        <FormProblem problem={press.error?.message} />
        <Button
          variant={isUnsubscribed ? "secondary" : "primary"}
          size="xl"
          className="self-start max-md:self-stretch"
          pending={press.isPending}
          pendingLabel="Saving..."
          onClick={() => press.mutate(isUnsubscribed)}
        >
          {isUnsubscribed ? "It was a mistake: subscribe again" : "Unsubscribe"}
        </Button>
      </div>
    </Frame>
  );
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
