import { riskLevelLabel } from "@forestay/contracts/wire";
import type { CustomerDetail, WhatIf } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Slider } from "@/components/ui/slider.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { formatNumber } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { whatIfQuery } from "../api/what-if-query.ts";
import type { FieldChanges } from "../api/what-if-query.ts";
import { leverSentence, lossWords, whyNoLever } from "../hooks/lever-words.ts";
import type { Reasons } from "../hooks/use-reasons.ts";

const title = "What would change it";

interface WhatIfPanelProps {
  customer: CustomerDetail;
  /** Why the score is what it is; null while that is being worked out. */
  reasons: Reasons | null;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** What would change the score: closed until somebody asks, as the model is asked for it. */
export function WhatIfPanel({ customer, reasons, isOpen, onOpenChange }: WhatIfPanelProps) {
  const panel = useId();
  return (
    <section>
      <h2 className="m-0">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => onOpenChange(!isOpen)}
          className="flex w-full items-center gap-3 px-4 py-3.5 text-left -outline-offset-2 hover:bg-hover md:px-5"
        >
          <span className="min-w-0 flex-1">
            <span className="block text-body font-strong tracking-[-0.008em] text-ink">{title}</span>
            <span className="block text-note font-regular text-ink-2">
              Try a change: the model scores {customer.fullName} again with it
            </span>
          </span>
          <ChevronDown aria-hidden className={cn("size-4 shrink-0 text-ink-2", isOpen && "rotate-180")} />
        </button>
      </h2>
      <div id={panel} hidden={!isOpen} className="px-4 pt-2 pb-4.5 md:px-5">
        {isOpen ? <WhatIfContent customer={customer} reasons={reasons} /> : null}
      </div>
    </section>
  );
}

/** Fields the company can change, each answer by the whole model. */
function WhatIfContent({ customer, reasons }: Pick<WhatIfPanelProps, "customer" | "reasons">) {
  const { id: customerId, churnRiskScore: shownScore } = customer;
  const [changes, setChanges] = useState<FieldChanges>([]);
  // Suggestions cost more and depend on no change: asked for once.
  const start = useQuery(whatIfQuery(customerId, [], true));
  const answer = useQuery({ ...whatIfQuery(customerId, changes, false), enabled: changes.length > 0 });
  if (start.data === undefined) {
    return (
      <QueryView
        query={start}
        loading="Asking the model"
        failed="The model gave no answer"
        skeleton={
          <div className="flex flex-col gap-4">
            <Skeleton className="h-16" />
            <Skeleton className="h-24" />
          </div>
        }
        inset
      >
        {() => null}
      </QueryView>
    );
  }
  if (start.data.fields.length === 0) {
    return (
      <p className="m-0 text-ui text-ink-2">
        This model rests on fields that no company can set: no price, plan, terms, payment or tickets.
      </p>
    );
  }
  const { fields, suggestions, now } = start.data;
  const notALever = reasons === null ? null : whyNoLever(reasons.factors, start.data);
  const expected = changes.length === 0 ? now : (answer.data?.expected ?? now);
  const change = (field: string, value: string | number | null) =>
    setChanges((current) => [
      ...current.filter((one) => one.field !== field),
      ...(value === null || value === fields.find((one) => one.field === field)?.value
        ? []
        : [{ field, value }]),
    ]);
  return (
    <>
      {suggestions.length === 0 ? null : (
        <ul className="m-0 list-none divide-y divide-line border-b border-line p-0">
          {suggestions.map((suggestion) => (
            <Suggestion
              key={suggestion.changes.map(({ field, to }) => `${field}=${to}`).join()}
              suggestion={suggestion}
              now={now}
              customer={customer}
              changes={changes}
              onChange={setChanges}
            />
          ))}
        </ul>
      )}
      {notALever === null ? null : <p className="m-0 mt-2.5 text-note text-ink-2">{notALever}</p>}
      <NowAndExpected
        className={suggestions.length === 0 && notALever === null ? undefined : "mt-3.5"}
        now={now}
        expected={expected}
        isWaiting={changes.length > 0 && answer.isFetching}
      />
      <p className="m-0 mt-2 text-note text-ink-2">
        {shownScore === null || shownScore === now.score
          ? ""
          : `On today’s records the score is ${now.score}; ${shownScore} is of when it was last scored. `}
        How such customers differ, not proof that the change keeps this one.
      </p>
      <QueryView
        query={answer}
        loading="Asking the model"
        failed="The model gave no answer"
        skeleton={null}
        inset
      >
        {() => null}
      </QueryView>
      <div className="mt-3 flex flex-col gap-3">
        {fields.map((field) => (
          <FieldControl
            key={field.field}
            field={field}
            value={changes.find((one) => one.field === field.field)?.value ?? field.value}
            onChange={(value) => change(field.field, value)}
          />
        ))}
      </div>
      {/* Its place is kept, so that nothing moves when it comes and goes. */}
      <Button
        size="sm"
        variant="ghost"
        className={cn("mt-3", changes.length === 0 && "invisible")}
        onClick={() => setChanges([])}
      >
        Reset
      </Button>
    </>
  );
}

function NowAndExpected({
  now,
  expected,
  isWaiting,
  className,
}: Pick<WhatIf, "now" | "expected"> & {
  className?: string | undefined;
  /** The answer to the last change is on its way; the one before stays until then. */
  isWaiting: boolean;
}) {
  const range =
    expected.range === null
      ? null
      : `${Math.max(0, Math.round(expected.score - expected.range))}–${Math.min(100, Math.round(expected.score + expected.range))}`;
  return (
    <div
      aria-busy={isWaiting || undefined}
      className={cn(
        "flex items-center gap-4 rounded-control border border-line bg-sunken px-3.5 py-2.5",
        className,
      )}
    >
      <Figure label="Now" scored={now} />
      <ArrowRight aria-hidden className="size-4 text-ink-3" />
      <span className="contents" aria-live="polite">
        <Figure label="Expected" scored={expected} withLevel />
        {range === null ? null : (
          <span className="ml-auto flex flex-col text-right text-note text-ink-2">
            Range <span className="text-ui font-strong text-ink tabular">{range}</span>
          </span>
        )}
      </span>
    </div>
  );
}

function Figure({
  label,
  scored,
  withLevel = false,
}: {
  label: string;
  scored: WhatIf["now"];
  withLevel?: boolean;
}) {
  return (
    <span className="flex flex-col">
      <span className="text-note text-ink-2">{label}</span>
      <span className="flex items-center gap-2">
        <span className="text-figure font-strong text-ink tabular">{scored.score}</span>
        {withLevel ? (
          <RiskLevel level={scored.level} />
        ) : (
          <span className="sr-only">{riskLevelLabel(scored.level)}</span>
        )}
      </span>
    </span>
  );
}

/** A lever as a sentence, what it would do to the score and to the money that is expected to be lost. */
function Suggestion({
  suggestion,
  now,
  customer,
  changes,
  onChange,
}: {
  suggestion: WhatIf["suggestions"][number];
  now: WhatIf["now"];
  customer: CustomerDetail;
  changes: FieldChanges;
  onChange: (changes: FieldChanges) => void;
}) {
  const wanted = suggestion.changes.map(({ field, to }) => ({ field, value: to }));
  const isOn =
    wanted.length === changes.length &&
    wanted.every((one) => changes.some(({ field, value }) => field === one.field && value === one.value));
  const money = lossWords(customer, now.probability, suggestion.result.probability);
  return (
    <li className="py-2.5">
      <Switch
        className="items-start"
        checked={isOn}
        onChange={(checked) => onChange(checked ? wanted : [])}
        label={
          <>
            <span className="block font-strong">
              {leverSentence(suggestion.changes)}: {now.score} to {suggestion.result.score}
            </span>
            {money === null ? null : <span className="block text-note text-ink-2">{money}</span>}
          </>
        }
      />
    </li>
  );
}

function FieldControl({
  field,
  value,
  onChange,
}: {
  field: WhatIf["fields"][number];
  value: string | number | null;
  onChange: (value: string | number) => void;
}) {
  if (field.kind === "choice") {
    const options = [
      ...new Set([...field.options, ...(typeof field.value === "string" ? [field.value] : [])]),
    ];
    if (options.length < 2) return null;
    return (
      <div className="flex items-center justify-between gap-3">
        <span className="text-ui text-ink">{field.label}</span>
        <Select
          label={field.label}
          size="sm"
          className="w-44"
          value={typeof value === "string" ? value : undefined}
          onChange={onChange}
          options={options.map((option) => ({ value: option, label: option }))}
        />
      </div>
    );
  }
  if (field.from === null || field.to === null || field.from === field.to || typeof value !== "number")
    return null;
  const min = Math.floor(Math.min(field.from, value));
  const max = Math.ceil(Math.max(field.to, value));
  return (
    <Slider
      label={field.label}
      value={Math.round(value * 100) / 100}
      onChange={onChange}
      min={min}
      max={max}
      step={max - min > 20 ? 1 : 0.5}
      valueText={shown(value)}
    />
  );
}

const shown = (value: string | number) => (typeof value === "number" ? formatNumber(value, 2) : value);
