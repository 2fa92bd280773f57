import { cancelOfferWords, cancelSessionEndpoints } from "@forestay/contracts/wire";
import type { CancelSeen, EndpointBody } from "@forestay/contracts/wire";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { RadioList } from "@/components/ui/radio-list.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { call } from "@/lib/api/index.ts";
import { recoveryKeys } from "@/lib/api/query-keys.ts";
import { LinkPage, LinkWords, isWholeToken } from "./components/link-page.tsx";

/**
 * /cancel?token=: for a customer who wants to leave, led here by the company's own app. Why, what there is instead, and on
 * every step the button that cancels at once.
 */
export function CancelPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const seen = useQuery({
    queryKey: [...recoveryKeys.cancel, token],
    queryFn: ({ signal }) => call(cancelSessionEndpoints.look, { params: { token }, signal }),
    enabled: isWholeToken(token),
    retry: false,
  });
  return (
    <LinkPage token={token} query={seen} loading="Opening" again="Begin again in your account.">
      {(loaded) => <Steps seen={loaded} token={token} />}
    </LinkPage>
  );
}

function Steps({ seen, token }: { seen: CancelSeen; token: string }) {
  const { state, companyName } = seen;
  if (state === "decided") return <Decided seen={seen} />;
  if (state === "expired")
    return (
      <LinkWords title="This link is over">It was good for a day. Begin again in your account.</LinkWords>
    );
  if (state === "off")
    return (
      <LinkWords title="This cannot be done here at the moment">Please write to {companyName}.</LinkWords>
    );
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
      <LinkWords title={`Before you leave ${seen.companyName}`}>
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
      </LinkWords>
    );
  return (
    <LinkWords title={seen.offer === null ? "Thank you for saying why" : `${cancelOfferWords(seen.offer)}?`}>
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
    </LinkWords>
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
    <LinkWords title={words.title} icon>
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
    </LinkWords>
  );
}
