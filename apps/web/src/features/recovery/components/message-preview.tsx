import type { PolicyMessage } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
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
      <p className="m-0 border-b border-line bg-sunken px-3 py-2 text-note break-words text-ink-2">
        <span className="block font-emphasis text-ink">{subject}</span>
        From {from}
        <span className="block">
          As {customerName} would get it{to === null ? "" : ` at ${to}`}
        </span>
      </p>
      <iframe title="The message" sandbox="" srcDoc={html} className="block h-80 w-full border-0 bg-white" />
    </div>
  );
}
