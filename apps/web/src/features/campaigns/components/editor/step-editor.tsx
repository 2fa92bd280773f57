import { parseField, webhookKinds } from "@forestay/contracts/wire";
import type { CampaignStep, CriterionField } from "@forestay/contracts/wire";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Select } from "@/components/ui/select.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { ChannelField } from "./channel-field.tsx";
import { Conditions } from "./conditions.tsx";
import type { KeptConditions } from "./conditions.tsx";
import { MailEditor } from "./mail-editor.tsx";
import { NumberField } from "./number-field.tsx";

interface StepEditorProps {
  step: CampaignStep;
  fields: readonly CriterionField[];
  currency: string;
  /** Of a branch: its condition as it is kept. */
  kept: KeptConditions | undefined;
  onChange: (step: CampaignStep) => void;
}

const never = "never";
const ways = [
  { value: "continue", label: "Go on" },
  { value: "skip", label: "Pass over the next step" },
  { value: "stop", label: "Stop here" },
] as const;

/** What one step says or does. */
export function StepEditor({ step, fields, currency, kept, onChange }: StepEditorProps) {
  const [version, setVersion] = useState<"A" | "B">("A");
  const name = (
    <Field label={step.kind === "task" ? "What is to be done" : "Name"}>
      {(control) => (
        <Input
          {...control}
          value={step.name}
          maxLength={100}
          onChange={(event) => onChange({ ...step, name: event.target.value })}
        />
      )}
    </Field>
  );
  if (step.kind === "email") {
    const b = step.variantB;
    return (
      <div className="flex flex-col gap-4">
        {name}
        <div className="flex flex-wrap items-center gap-3">
          {b === null ? (
            <Button size="sm" onClick={() => onChange({ ...step, variantB: structuredClone(step.content) })}>
              Try a second version
            </Button>
          ) : (
            <>
              <SegmentedControl
                label="Version"
                value={version}
                onChange={setVersion}
                options={[
                  { value: "A", label: "Version A, half" },
                  { value: "B", label: "Version B, half" },
                ]}
              />
              <Button
                size="sm"
                variant="ghost"
                onClick={() => {
                  setVersion("A");
                  onChange({ ...step, variantB: null });
                }}
              >
                Remove version B
              </Button>
            </>
          )}
        </div>
        <MailEditor
          key={version}
          content={version === "B" && b !== null ? b : step.content}
          onChange={(content) =>
            onChange(version === "B" && b !== null ? { ...step, variantB: content } : { ...step, content })
          }
        />
      </div>
    );
  }
  if (step.kind === "wait") {
    const events = fields.flatMap(({ field }) => {
      const parsed = parseField(field);
      return parsed?.of === "sinceEvent" ? [parsed.type] : [];
    });
    return (
      <div className="grid gap-4 room:grid-cols-2">
        <NumberField
          label="Hours"
          help={`${(step.hours / 24).toFixed(1)} days`}
          value={step.hours}
          onChange={(hours) => onChange({ ...step, hours })}
        />
        <Field label="Or sooner, when this happens">
          {(control) => (
            <Select
              {...control}
              value={step.untilEvent ?? never}
              onChange={(event) => onChange({ ...step, untilEvent: event === never ? null : event })}
              options={[
                { value: never, label: "Nothing" },
                ...events.map((value) => ({ value, label: value })),
              ]}
            />
          )}
        </Field>
      </div>
    );
  }
  if (step.kind === "task")
    return (
      <div className="flex flex-col gap-4">
        {name}
        <NumberField
          label="Due in days"
          value={step.dueInDays ?? 0}
          onChange={(dueInDays) => onChange({ ...step, dueInDays })}
        />
      </div>
    );
  if (step.kind === "slack")
    return (
      <div className="flex flex-col gap-4">
        {name}
        <ChannelField channel={step.channel} onChange={(channel) => onChange({ ...step, channel })} />
        <Field
          label="What it says"
          hint="optional"
          help="Who came to this step and a link to the campaign are added below it."
        >
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              value={step.text}
              maxLength={1000}
              onChange={(event) => onChange({ ...step, text: event.target.value })}
            />
          )}
        </Field>
      </div>
    );
  if (step.kind === "webhook")
    return (
      <div className="flex flex-col gap-4">
        {name}
        <p className="m-0 text-note text-ink-2">
          Each webhook that hears “{webhookKinds["campaign.step_reached"].label}” is sent the campaign, this
          step and the customers who came to it, up to 100 at a time. Webhooks are added under Settings.
        </p>
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      {name}
      <Conditions
        label="The condition"
        fields={fields}
        currency={currency}
        conditions={step.criteria}
        kept={kept}
        onChange={(criteria) => onChange({ ...step, criteria })}
      />
      <div className="grid gap-4 room:grid-cols-2">
        <Field label="If it holds">
          {(control) => (
            <Select
              {...control}
              value={step.ifMet}
              options={ways}
              onChange={(ifMet) => onChange({ ...step, ifMet })}
            />
          )}
        </Field>
        <Field label="Otherwise">
          {(control) => (
            <Select
              {...control}
              value={step.otherwise}
              options={ways}
              onChange={(otherwise) => onChange({ ...step, otherwise })}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
