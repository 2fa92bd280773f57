import { cancelOfferWords, cancelSessionEndpoints } from "@forestay/contracts/wire";
import type { CancelSeen, EndpointBody } from "@forestay/contracts/wire";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { RadioList } from "@/components/ui/radio-list.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { call } from "@/lib/api/index.ts";
import { recoveryKeys } from "@/lib/api/query-keys.ts";

/**
 * /cancel?token=: for a customer who wants to leave, led here by the company's own app. Why, what there is instead, and on
 * every step the button that cancels at once.
 */
export function CancelPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const seen = useQuery({
    queryKey: [...recoveryKeys.cancel, token],
    queryFn: ({ signal }) => call(cancelSessionEndpoints.look, { params: { token }, signal }),
    enabled: token.length >= 20,
    retry: false,
  });
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex min-h-dvh w-full max-w-130 flex-col justify-center px-4 py-10"
    >
      <div className="rounded-sheet border border-line bg-sheet px-5 py-6 shadow-xs md:px-8 md:py-8">
        {token.length < 20 ? (
          <Words title="This link is not complete">Part of it is missing. Begin again in your account.</Words>
        ) : (
          <QueryView
            query={seen}
            loading="Opening"
            failed="This link did not open"
            skeleton={<Skeleton className="h-60 w-full" />}
            inset
          >
            {(loaded) => <Steps seen={loaded} token={token} />}
          </QueryView>
        )}
      </div>
    </main>
  );
}

function Steps({ seen, token }: { seen: CancelSeen; token: string }) {
  const { state, companyName } = seen;
  if (state === "decided") return <Decided seen={seen} />;
  if (state === "expired")
    return <Words title="This link is over">It was good for a day. Begin again in your account.</Words>;
  if (state === "off")
    return <Words title="This cannot be done here at the moment">Please write to {companyName}.</Words>;
  return <Asking seen={seen} token={token} />;
}

function useAnswer(token: string) {
  const queryClient = useQueryClient();
  const keep = (seen: CancelSeen) => queryClient.setQueryData([...recoveryKeys.cancel, token], seen);
  return {
    say: useMutation({
      mutationFn: (body: EndpointBody<typeof cancelSessionEndpoints.say>) =>
        call(cancelSessionEndpoints.say, { params: { token }, body }),
      onSuccess: keep,
    }),
    decide: useMutation({
      mutationFn: (decision: "accept" | "cancel" | "keep") =>
        call(cancelSessionEndpoints.decide, { params: { token }, body: { decision } }),
      onSuccess: keep,
    }),
  };
}

function Asking({ seen, token }: { seen: CancelSeen; token: string }) {
  const { say, decide } = useAnswer(token);
  const [reasonId, setReasonId] = useState(seen.reasonId ?? "");
  const [words, setWords] = useState("");
  const [isAsking, setIsAsking] = useState(seen.reasonId === null);
  const problem = say.error?.message ?? decide.error?.message;
  const isBusy = say.isPending || decide.isPending;
  const ends = (
    <>
      <Button
        size="lg"
        pending={decide.isPending && decide.variables === "cancel"}
        pendingLabel="Canceling..."
        disabled={isBusy}
        onClick={() => decide.mutate("cancel")}
      >
        Cancel now
      </Button>
      <Button variant="ghost" size="lg" disabled={isBusy} onClick={() => decide.mutate("keep")}>
        Keep it as it is
      </Button>
    </>
  );
  if (isAsking)
    return (
      <Words title={`Before you leave ${seen.companyName}`}>
        <form
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            say.mutate({ reasonId, words }, { onSuccess: () => setIsAsking(false) });
          }}
        >
          <RadioList
            legend="Why do you want to cancel?"
            value={reasonId}
            onChange={setReasonId}
            options={seen.reasons.map(({ id, label }) => ({ value: id, label }))}
          />
          {seen.asksForWords ? (
            <Field label="In your own words" hint="optional">
              {(control) => (
                <TextArea
                  {...control}
                  rows={3}
                  maxLength={2000}
                  value={words}
                  onChange={({ target }) => setWords(target.value)}
                />
              )}
            </Field>
          ) : null}
          <FormProblem problem={problem} />
          <div className="flex flex-col gap-2.5">
            <Button
              type="submit"
              variant="primary"
              size="lg"
              disabled={reasonId === "" || isBusy}
              pending={say.isPending}
              pendingLabel="One moment..."
            >
              Continue
            </Button>
            {ends}
          </div>
        </form>
      </Words>
    );
  return (
    <Words title={seen.offer === null ? "Thank you for saying why" : `${cancelOfferWords(seen.offer)}?`}>
      {seen.offer === null ? (
        <p className="m-0 pb-5">You can cancel now, or keep it as it is.</p>
      ) : (
        <p className="m-0 pb-5">
          {companyOffer(seen)} You decide; canceling takes one click, here as before.
        </p>
      )}
      <FormProblem problem={problem} />
      <div className="flex flex-col gap-2.5">
        {seen.offer === null ? null : (
          <Button
            variant="primary"
            size="lg"
            pending={decide.isPending && decide.variables === "accept"}
            pendingLabel="One moment..."
            disabled={isBusy}
            onClick={() => decide.mutate("accept")}
          >
            {seen.offer.kind === "call" ? "Ask for a call" : "Take it"}
          </Button>
        )}
        {ends}
      </div>
    </Words>
  );
}

function companyOffer({ companyName, offer }: CancelSeen): string {
  switch (offer?.kind) {
    case "pause":
      return `${companyName} pauses your subscription: you pay nothing meanwhile, and everything stays.`;
    case "discount":
      return `${companyName} would like you to stay, at a lower price for a while.`;
    case "plan":
      return `${companyName} has another plan that may fit better.`;
    case "call":
      return `Somebody of ${companyName} would like to hear about it, and see what can be done.`;
    default:
      return "";
  }
}

function Decided({ seen }: { seen: CancelSeen }) {
  const { outcome, companyName, returnUrl, offer } = seen;
  const words = {
    accepted: {
      title: offer?.kind === "call" ? "Somebody gets in touch with you" : "Done, and thank you for staying",
      text: `${companyName} has been told, and puts it into effect.`,
    },
    canceled: {
      title: "Your cancellation has been passed on",
      text: `${companyName} ends your subscription and confirms it. You do not have to do anything else.`,
    },
    kept: { title: "Everything stays as it is", text: "Nothing was changed." },
  }[outcome ?? "kept"];
  return (
    <Words title={words.title} icon>
      {words.text}
      {returnUrl === null ? (
        <span className="block pt-3">You can close this page.</span>
      ) : (
        <a
          href={returnUrl}
          className="mt-5 inline-flex text-body font-emphasis text-brand-text underline-offset-4"
        >
          Back to {companyName}
        </a>
      )}
    </Words>
  );
}

function Words({ title, icon = false, children }: { title: string; icon?: boolean; children: ReactNode }) {
  return (
    <>
      {icon ? <CircleCheck aria-hidden className="mb-3 size-8 text-ok" /> : null}
      <h1 tabIndex={-1} className="m-0 pb-3 text-title font-title text-balance text-ink">
        {title}
      </h1>
      <div className="text-body text-ink-2">{children}</div>
    </>
  );
}
