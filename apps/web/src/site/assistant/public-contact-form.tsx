import { chatContexts, CONTACT_SENT, supportEndpoints, supportFailure } from "@forestay/contracts/wire";
import { useEffect, useRef, useState } from "react";
import { formAge } from "@/lib/form-age.ts";
import { PublicField, publicBox, describedBy } from "../layout/public-field.tsx";
import { callPublic, PublicError } from "../call-public.ts";
import { siteButton } from "../layout/site-link.tsx";

const text = (data: FormData, name: string) => String(data.get(name) ?? "").trim();

/** Writes to support without an account. Says the ticket, or what to do instead; what was typed stays until it is sent. */
export function PublicContactForm({ onBack }: { onBack: () => void }) {
  const [ticketId, setTicketId] = useState<string>();
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState("");
  const [isPending, setPending] = useState(false);
  const [openedAt] = useState(() => performance.now());
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  async function send(data: FormData) {
    const email = text(data, "email");
    const message = text(data, "message");
    const missing = {
      ...(email === "" ? { email: "Required" } : {}),
      ...(message === "" ? { message: "Required" } : {}),
    };
    if (Object.keys(missing).length > 0) return setFields(missing);
    try {
      const { ticketId: ticket } = await callPublic(supportEndpoints.contact, {
        email,
        message,
        website: text(data, "website"),
        openForMs: await formAge(openedAt),
        context: { type: chatContexts.General, routePath: location.pathname },
      });
      setTicketId(ticket);
    } catch (error) {
      if (error instanceof PublicError && Object.keys(error.fields).length > 0)
        return setFields(error.fields);
      const address = await callPublic(supportEndpoints.address).catch(() => ({ supportEmail: null }));
      setProblem(supportFailure.contact(address.supportEmail));
    }
  }

  const back = (
    <button type="button" onClick={onBack} className={siteButton("ghost", "h-9 px-3 text-ui")}>
      Back to the conversation
    </button>
  );
  if (ticketId !== undefined)
    return (
      // What had the focus is gone: it comes here, or the keyboard would be lost.
      <div role="status" tabIndex={-1} ref={(node) => node?.focus()} className="outline-none">
        <p className="m-0 text-body font-strong text-ink">{CONTACT_SENT}</p>
        <p className="m-0 pt-1 pb-4 text-ui text-ink-2">
          Ticket <span className="font-mono break-all select-all">{ticketId}</span>
        </p>
        {back}
      </div>
    );
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPending) return;
        setFields({});
        setProblem("");
        setPending(true);
        void send(new FormData(event.currentTarget)).finally(() => setPending(false));
      }}
    >
      <h2 className="m-0 text-lead font-strong text-ink">Contact support</h2>
      <PublicField id="contact-email" label="Email" isNeeded problem={fields.email}>
        <input
          ref={first}
          id="contact-email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={320}
          className={`${publicBox} h-10 touch:h-11`}
          {...describedBy("contact-email", fields.email)}
        />
      </PublicField>
      <PublicField id="contact-message" label="Message" isNeeded problem={fields.message}>
        <textarea
          id="contact-message"
          name="message"
          rows={6}
          maxLength={4000}
          className={`${publicBox} block resize-y py-2`}
          {...describedBy("contact-message", fields.message)}
        />
      </PublicField>
      <div hidden>
        <input name="website" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
      </div>
      <p role="alert" className="m-0 text-ui text-danger-text empty:hidden">
        {problem}
      </p>
      <p className="m-0 flex flex-wrap gap-2">
        <button type="submit" aria-disabled={isPending} className={siteButton("primary", "h-9 px-4 text-ui")}>
          {isPending ? "Sending..." : "Send message"}
        </button>
        {back}
      </p>
    </form>
  );
}
