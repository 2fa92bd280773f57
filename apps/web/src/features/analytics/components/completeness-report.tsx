import type { Completeness } from "@forestay/contracts/analytics";
import { CircleAlert, Lightbulb } from "lucide-react";
import { Meter } from "@/components/ui/meter.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import type { TagTone } from "@/components/ui/tag.tsx";
import { formatCount, formatCounted, formatShare } from "@/lib/format/index.ts";

const fieldLooks: Record<Completeness["fields"][number]["status"], { tone: TagTone; label: string }> = {
  ready: { tone: "ok", label: "Ready" },
  partial: { tone: "warning", label: "Partial" },
  missing: { tone: "neutral", label: "Missing" },
};

/** What an analysis started now would rest on, before anyone starts it. */
export function CompletenessReport({ report }: { report: Completeness }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="m-0 text-body text-ink">
        {formatCounted(report.customers, "customer")}: {formatCount(report.ready)} ready,{" "}
        {formatCount(report.partial)} with gaps, {formatCount(report.blocked)} that cannot be scored.{" "}
        {outcomeWords(report)}
      </p>
      <MessageList messages={report.blockers} tone="danger" />
      <MessageList messages={report.advice} tone="info" />
      {report.fields.length === 0 ? null : (
        <details>
          <summary className="w-fit cursor-pointer rounded-check text-ui font-emphasis text-brand-text">
            Coverage of {formatCounted(report.fields.length, "field")}
          </summary>
          <table className="mt-2 w-full max-w-200 border-collapse text-left text-ui">
            <thead className="sr-only">
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Coverage</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {report.fields.map((field) => (
                <tr key={field.field} className="border-b border-line last:border-b-0">
                  <th scope="row" className="max-w-64 py-1.5 pr-4 text-left font-regular">
                    <span className="font-emphasis text-ink">{field.label}</span>
                    {field.note === null ? null : (
                      <span className="block text-note text-ink-2">{field.note}</span>
                    )}
                  </th>
                  <td className="w-40 py-1.5 pr-4">
                    <span className="flex items-center gap-2.5">
                      <Meter value={field.coverage} label={`Coverage of ${field.label}`} tone="neutral" />
                      <span className="w-10 text-right text-note text-ink-2 tabular">
                        {formatShare(field.coverage)}
                      </span>
                    </span>
                  </td>
                  <td className="w-20 py-1.5">
                    <Tag tone={fieldLooks[field.status].tone}>{fieldLooks[field.status].label}</Tag>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}

function outcomeWords({ outcomes, expectedSource }: Completeness): string {
  if (outcomes.source === "none") {
    return "No outcomes are known yet, so scores would come from rules, labelled as such.";
  }
  const known = `${formatCounted(outcomes.left, "customer")} known to have left and ${formatCount(outcomes.stayed)} to have stayed`;
  const where =
    outcomes.source === "label_column"
      ? "by an imported label"
      : outcomes.source === "history"
        ? `from ${formatCounted(outcomes.snapshots, "customer-month")} of their history`
        : `from ${formatCounted(outcomes.snapshots, "customer-month")} of history, and a label`;
  return expectedSource === "model"
    ? `A model can be trained: ${known}, ${where}.`
    : `Too few outcomes to train on (${known}): scores would come from rules, labelled as such.`;
}

function MessageList({ messages, tone }: { messages: readonly string[]; tone: "danger" | "info" }) {
  if (messages.length === 0) return null;
  const Icon = tone === "danger" ? CircleAlert : Lightbulb;
  return (
    <ul className="m-0 flex list-none flex-col gap-1.5 p-0 text-ui text-ink">
      {messages.map((message) => (
        <li key={message} className="flex gap-2">
          <Icon
            aria-hidden
            className={
              tone === "danger"
                ? "mt-0.5 size-4 shrink-0 text-danger-text"
                : "mt-0.5 size-4 shrink-0 text-brand-text"
            }
          />
          {message}
        </li>
      ))}
    </ul>
  );
}
