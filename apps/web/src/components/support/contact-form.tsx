import { CONTACT_SENT, supportEndpoints, supportFailure } from "@forestay/contracts/wire";
import type { ChatContext } from "@forestay/contracts/wire";
import { contactBody } from "@forestay/contracts/schemas";
import { useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { FormTrap } from "@/components/form/form-trap.tsx";
import { FormField } from "@/components/form/form-field.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { ApiError } from "@/lib/api/index.ts";
import { callOnce } from "@/lib/api/call-once.ts";
import { formAge } from "@/lib/form-age.ts";
import { supportQueries } from "./support-queries.ts";

interface ContactFormProps {
  /** What stands in the field for the address at first. */
  email?: string;
  /** The page it is written from. */
  context?: ChatContext;
}

/** Writes to support, from inside the app or without an account. Says the ticket, or what to do instead. */
export function ContactForm({ email = "", context }: ContactFormProps) {
  const [ticketId, setTicketId] = useState<string>();
  const [openedAt] = useState(() => performance.now());
  const address = useQuery(supportQueries.address()).data?.supportEmail ?? null;
  const form = useServerForm({
    schema: contactBody,
    defaultValues: { email, message: "", website: "", ...(context === undefined ? {} : { context }) },
    send: async (body) => {
      try {
        const openForMs = await formAge(openedAt);
        return await callOnce(supportEndpoints.contact, { body: { ...body, openForMs } });
      } catch (error) {
        // What is wrong with a field is said there; anything else in the words that say what to do instead.
        if (error instanceof ApiError && error.status === 400) throw error;
        throw new Error(supportFailure.contact(address), { cause: error });
      }
    },
    onSent: (answer) => setTicketId(answer.ticketId),
  });
  if (ticketId !== undefined) {
    return (
      <div role="status" className="flex items-start gap-3">
        <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok-text" />
        <div>
          <p className="m-0 text-body font-strong text-ink">{CONTACT_SENT}</p>
          <p className="m-0 mt-1 text-ui text-ink-2">
            Ticket <span className="font-mono select-all">{ticketId}</span>
          </p>
          <Button
            className="mt-3"
            onClick={() => {
              form.reset({ email, message: "", website: "", ...(context === undefined ? {} : { context }) });
              setTicketId(undefined);
            }}
          >
            Write another message
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <TextField form={form} name="email" label="Email" type="email" autoComplete="email" />
      <FormField form={form} name="message" label="Your message">
        {({ value, onChange, ...control }) => (
          <TextArea
            {...control}
            rows={5}
            maxLength={4000}
            value={value ?? ""}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </FormField>
      <FormTrap form={form} />
      {form.problem === undefined ? null : (
        <p role="alert" className="m-0 text-ui text-danger-text">
          {form.problem}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        pending={form.isPending}
        pendingLabel="Sending..."
      >
        Send message
      </Button>
    </form>
  );
}
