import { startSessionBody } from "@forestay/contracts/schemas";
import { chatContexts, supportFailure, supportLimits } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
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
  const start = useStartSession();
  const address = useQuery(supportQueries.active()).data?.supportEmail ?? null;
  const context = { type: chatContexts.Support, routePath: pathname };
  const form = useServerForm({
    schema: startSessionBody,
    defaultValues: { initialMessage: "", originalContext: context, currentContext: context },
    send: (body) =>
      start.mutateAsync(body).then(
        ({ id }) => onStarted?.(id),
        (error: unknown) => {
          throw isRefusal(error) ? error : new Error(supportFailure.session(address));
        },
      ),
  });
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
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <FormField
          form={form}
          name="initialMessage"
          label="What is it about?"
          help="We see your name, e-mail, company and this conversation, and nothing of your customers."
        >
          {({ value, onChange, ...control }) => (
            <TextArea
              {...control}
              rows={4}
              maxLength={supportLimits.messageLength}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </FormField>
        <FormProblem problem={form.problem} />
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          pending={form.isPending}
          pendingLabel="Starting..."
        >
          Start a session
        </Button>
      </form>
    </section>
  );
}
