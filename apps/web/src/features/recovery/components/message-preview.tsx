import type { PolicyMessage } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { MailFrame, mailSchemes, type MailScheme } from "@/components/mail-frame.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { policyQueries } from "../api/policy-queries.ts";

/**
 * A message as the customer of the largest open payment would get it, or of the card that ends first; an example's where there is
 * none.
 */
export function MessagePreview({
  message,
  of = "payment",
}: {
  message: Pick<PolicyMessage, "subject" | "body">;
  of?: "payment" | "card";
}) {
  const [scheme, setScheme] = useState<MailScheme>("light");
  const settled = useDeferredValue(message);
  const isWhole = settled.subject.trim() !== "" && settled.body.trim() !== "";
  const shown = useQuery({
    ...(of === "card" ? policyQueries.cardPreview(settled) : policyQueries.preview(settled)),
    enabled: isWhole,
  });
  if (!isWhole) return <p className="m-0 text-note text-ink-2">Write a subject and a text to see it here.</p>;
  if (shown.error !== null)
    return (
      <p role="alert" className="m-0 text-note text-danger-text">
        {shown.error.message}
      </p>
    );
  if (shown.data === undefined) return null;
  const { subject, from, to, customerName, html } = shown.data;
  return (
    <div className="overflow-hidden rounded-inset border border-line">
      <div className="flex flex-wrap items-start justify-between gap-2 border-b border-line bg-sunken px-3 py-2">
        <p className="m-0 min-w-0 text-note break-words text-ink-2">
          <span className="block font-emphasis text-ink">{subject}</span>
          From {from}
          <span className="block">
            As {customerName} would get it{to === null ? "" : ` at ${to}`}
          </span>
        </p>
        <SegmentedControl
          label="Theme of the mail program"
          options={mailSchemes}
          value={scheme}
          onChange={setScheme}
        />
      </div>
      <MailFrame title="The message" html={html} scheme={scheme} className="h-80" />
    </div>
  );
}
