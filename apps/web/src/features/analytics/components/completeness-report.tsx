import type { Completeness } from "@forestay/contracts/wire";
import { CircleAlert, Lightbulb } from "lucide-react";
import { Meter } from "@/components/ui/meter.tsx";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import type { TagTone } from "@/components/ui/tag.tsx";
import { MISSING, formatCount, formatCounted, formatShare } from "@/lib/format/index.ts";
import { addsWords } from "../hooks/field-words.ts";

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
      {report.blockedReasons.length === 0 ? null : (
        <p className="m-0 text-ui text-ink-2">
          Cannot be scored:{" "}
          {report.blockedReasons
            .map(({ reason, count }) => `${formatCount(count)}, because ${lowerFirst(reason)}`)
            .join("; ")}
        </p>
      )}
      <MessageList messages={report.blockers} tone="danger" />
      <MessageList messages={report.advice} tone="info" />
      {report.fields.length === 0 ? null : (
        <details>
          <summary className="w-fit cursor-pointer rounded-check text-ui font-emphasis text-brand-text">
            What is known of {formatCounted(report.fields.length, "field")}, and what each adds
          </summary>
          <p className="m-0 max-w-180 pt-2 text-note text-ink-2">
            {report.fieldValues === null
              ? "What each field adds to the accuracy is not measured yet: it is when a model is trained."
              : `What each field adds is measured in ranking (AUC), with model ${report.fieldValues.modelVersion}. ${report.fieldValues.method}`}
          </p>
          <ScrollBox label="Fields">
            <table className="mt-2 w-full max-w-240 border-collapse text-left text-ui">
              <thead>
                <tr>
                  {["Field", "Coverage", "Newest value", "Adds to accuracy", "State"].map((head) => (
                    <th
                      key={head}
                      scope="col"
                      className="border-b border-line py-1 pr-4 text-small font-label whitespace-nowrap text-ink-3"
                    >
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {report.fields.toSorted(byAdds).map((field) => (
                  <FieldRow key={field.field} field={field} />
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </details>
      )}
    </div>
  );
}

function FieldRow({ field }: { field: Completeness["fields"][number] }) {
  const adds = addsWords(field.adds);
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="max-w-64 min-w-36 py-1.5 pr-4 text-left align-top font-regular">
        <span className="font-emphasis text-ink [overflow-wrap:anywhere]">{field.label}</span>
        {field.note === null ? null : <span className="block text-note text-ink-2">{field.note}</span>}
      </th>
      <td className="w-40 min-w-28 py-1.5 pr-4 align-top">
        <span className="flex h-5.5 items-center gap-2.5">
          <Meter value={field.coverage} label={`Coverage of ${field.label}`} tone="neutral" />
          <span className="w-10 text-right text-note text-ink-2 tabular">{formatShare(field.coverage)}</span>
        </span>
      </td>
      <td className="py-1.5 pr-4 align-top whitespace-nowrap text-ink-2">{ageWords(field.ageDays)}</td>
      <td className="min-w-40 py-1.5 pr-4 align-top">
        <span
          className={
            field.adds.verdict === "adds" ? "font-emphasis whitespace-nowrap text-ink tabular" : "text-ink-2"
          }
        >
          {adds.short}
        </span>
        {adds.detail === null ? null : (
          <span className="block text-note text-ink-3 tabular">{adds.detail}</span>
        )}
      </td>
      <td className="w-20 py-1.5 align-top">
        <Tag tone={fieldLooks[field.status].tone}>{fieldLooks[field.status].label}</Tag>
      </td>
    </tr>
  );
}

/** What adds most first; then as they come. */
const byAdds = (a: Completeness["fields"][number], b: Completeness["fields"][number]) =>
  weight(b) - weight(a);
const weight = ({ adds }: Completeness["fields"][number]) =>
  adds.verdict === "adds" ? 1 + (adds.auc?.value ?? 0) : (adds.auc?.value ?? -1);

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, "");

function ageWords(ageDays: number | null): string {
  if (ageDays === null) return MISSING;
  return ageDays === 0 ? "today" : `${formatCounted(ageDays, "day")} ago`;
}

function outcomeWords({ outcomes, expectedSource }: Completeness): string {
  if (outcomes.source === "none") {
    return "No outcomes are known yet, so scores would come from rules, labelled as such.";
  }
  const known = `${formatCounted(outcomes.left, "customer")} known to have left and ${formatCount(outcomes.stayed)} to have stayed`;
  const where = {
    label_column: "by an imported label",
    dates: "by the days that they came and left on",
    history: `from ${formatCounted(outcomes.snapshots, "customer-month")} of their history`,
  }[outcomes.source];
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
