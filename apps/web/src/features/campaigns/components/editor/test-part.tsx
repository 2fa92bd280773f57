import { mailContentSchema } from "@forestay/contracts/schemas";
import type { CampaignStep, MailContent } from "@forestay/contracts/wire";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { MailFrame, mailSchemes, type MailScheme } from "@/components/mail-frame.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Select } from "@/components/ui/select.tsx";
import { campaignQueries, useSendTest } from "../../api/campaign-queries.ts";
import { CustomerField } from "./customer-field.tsx";

/** A message as a chosen customer would get it, and a test of it to oneself. */
export function TestPart({ steps }: { steps: readonly CampaignStep[] }) {
  const mails = steps.flatMap((step) =>
    step.kind === "email"
      ? [
          { key: step.id, label: step.name, content: step.content },
          ...(step.variantB === null
            ? []
            : [{ key: `${step.id}:B`, label: `${step.name}, version B`, content: step.variantB }]),
        ]
      : [],
  );
  const [chosen, setChosen] = useState<string>();
  const mail = mails.find(({ key }) => key === chosen) ?? mails[0];
  return (
    <section aria-labelledby="preview-and-test" className="flex flex-col gap-3 px-4 py-5 md:px-5">
      <h2 id="preview-and-test" className="m-0 text-body font-strong text-ink">
        Preview and test
      </h2>
      {mail === undefined ? (
        <p className="m-0 text-ui text-ink-2">There is no e-mail among the steps.</p>
      ) : (
        <>
          {mails.length < 2 ? null : (
            <Field label="Message">
              {(control) => (
                <Select
                  {...control}
                  value={mail.key}
                  onChange={setChosen}
                  options={mails.map(({ key, label }) => ({ value: key, label }))}
                />
              )}
            </Field>
          )}
          <Shown content={mail.content} />
        </>
      )}
    </section>
  );
}

function Shown({ content }: { content: MailContent }) {
  const [customerId, setCustomerId] = useState<string | null>(null);
  const [scheme, setScheme] = useState<MailScheme>("light");
  const isWhole = mailContentSchema.safeParse(content).success;
  const shown = useQuery({
    ...campaignQueries.message({ content, customerId }),
    placeholderData: keepPreviousData,
    enabled: isWhole,
  });
  const send = useSendTest();
  return (
    <>
      <CustomerField name={shown.data?.customerName} onChoose={setCustomerId} />
      <SegmentedControl
        label="Theme of the mail program"
        options={mailSchemes}
        value={scheme}
        onChange={setScheme}
        className="self-start"
      />
      {shown.error === null ? null : (
        <p role="alert" className="m-0 text-note text-danger-text">
          {shown.error.message}
        </p>
      )}
      {shown.data === undefined ? null : (
        <div className="overflow-hidden rounded-inset border border-line">
          <p className="m-0 border-b border-line bg-sunken px-3 py-2 text-note break-words text-ink-2">
            <span className="block font-emphasis text-ink">{shown.data.subject}</span>
            From {shown.data.from}
            {shown.data.missing.length === 0 ? null : (
              <span className="block text-danger-text">
                Nothing to say for {shown.data.missing.join(", ")}.
              </span>
            )}
          </p>
          <MailFrame title="The message" html={shown.data.html} scheme={scheme} className="h-90" />
        </div>
      )}
      <Button
        icon={<Send />}
        pending={send.isPending}
        pendingLabel="Sending..."
        disabled={shown.data === undefined || !isWhole}
        onClick={() => send.mutate({ content, customerId })}
      >
        Send test to me
      </Button>
      <p role="status" className="m-0 text-note text-ink-2">
        {send.error !== null
          ? send.error.message
          : send.data === undefined
            ? null
            : send.data.mailLeaves
              ? `On its way to ${send.data.email}.`
              : `Kept in the outbox for ${send.data.email}: mail is not leaving this server.`}
      </p>
    </>
  );
}
