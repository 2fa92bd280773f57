import { chatContexts, supportFailure } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { StatusDot } from "@/components/ui/tag.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { isRefusal } from "@/lib/api/index.ts";
import { supportQueries, useStartSession } from "./support-queries.ts";

interface StartSessionProps {
  isStaffOnline: boolean;
  onStarted?: (sessionId: string) => void;
  className?: string;
}

/** The way to a person, live: what it is about, and whether somebody is there. */
export function StartSession({ isStaffOnline, onStarted, className }: StartSessionProps) {
  const { pathname } = useLocation();
  const { mutate: start, isPending, error } = useStartSession();
  const address = useQuery(supportQueries.active()).data?.supportEmail ?? null;
  const [message, setMessage] = useState("");
  return (
    <section aria-labelledby="talk-to-us" className={className}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="talk-to-us" className="m-0 text-lead font-strong text-ink">
          Talk to us
        </h2>
        <StatusDot tone={isStaffOnline ? "ok" : "neutral"} className="text-note whitespace-normal text-ink-2">
          {isStaffOnline
            ? "Somebody is here"
            : "Nobody is here right now; the assistant answers after 5 minutes"}
        </StatusDot>
      </div>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (message.trim() === "") return;
          const context = { type: chatContexts.Support, routePath: pathname };
          start(
            { initialMessage: message.trim(), originalContext: context, currentContext: context },
            { onSuccess: ({ id }) => onStarted?.(id) },
          );
        }}
      >
        <Field
          label="What is it about?"
          help="We see your name, email, company and this conversation, and nothing of your customers."
        >
          {(control) => (
            <TextArea
              {...control}
              rows={4}
              maxLength={4000}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          )}
        </Field>
        {error === null ? null : (
          <p role="alert" className="m-0 text-ui text-danger-text">
            {isRefusal(error) ? error.message : supportFailure.session(address)}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          pending={isPending}
          pendingLabel="Starting..."
          disabled={message.trim() === ""}
        >
          Start a session
        </Button>
      </form>
    </section>
  );
}
