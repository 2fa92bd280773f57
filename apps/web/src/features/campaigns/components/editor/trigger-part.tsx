import { campaignTriggers, parseField } from "@forestay/contracts/wire";
import type { CampaignInput, CampaignTrigger, CriterionField } from "@forestay/contracts/wire";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { NumberField } from "./number-field.tsx";

interface TriggerPartProps {
  input: CampaignInput;
  fields: readonly CriterionField[];
  /** Once somebody was drawn it stays as it is. */
  isFixed: boolean;
  onChange: (part: Partial<CampaignInput>) => void;
}

const kinds = Object.keys(campaignTriggers) as CampaignTrigger[];

const dayLabels = {
  Silent: "Days of silence",
  RenewalDue: "Days before the renewal",
  CardExpiring: "Days before the card ends",
};

/** What has a customer enter, and for how long. */
export function TriggerPart({ input, fields, isFixed, onChange }: TriggerPartProps) {
  const { trigger } = input;
  const segments = fields.find(({ field }) => field === "segments")?.choices ?? [];
  const events = fields.flatMap(({ field }) => {
    const parsed = parseField(field);
    return parsed?.of === "sinceEvent" ? [parsed.type] : [];
  });
  const choose = (kind: CampaignTrigger) => {
    if (kind === "SegmentEntered" || kind === "SegmentLeft")
      onChange({
        trigger: {
          kind,
          segmentId: "segmentId" in trigger ? trigger.segmentId : String(segments[0]?.value ?? ""),
        },
      });
    else if (kind === "Silent" || kind === "RenewalDue" || kind === "CardExpiring")
      onChange({ trigger: { kind, days: kind === "Silent" ? 14 : 30 } });
    else if (kind === "EventHappened") onChange({ trigger: { kind, event: events[0] ?? "" } });
    else onChange({ trigger: { kind } });
  };
  return (
    <>
      <div className="grid gap-4 room:grid-cols-2">
        <Field label="Starts when">
          {(control) => (
            <Select
              {...control}
              disabled={isFixed}
              value={trigger.kind}
              onChange={choose}
              options={kinds.map((value) => ({
                value,
                label: campaignTriggers[value],
                disabled:
                  ((value === "SegmentEntered" || value === "SegmentLeft") && segments.length === 0) ||
                  (value === "EventHappened" && events.length === 0),
              }))}
            />
          )}
        </Field>
        {"segmentId" in trigger ? (
          <Field label="Segment">
            {(control) => (
              <Select
                {...control}
                disabled={isFixed}
                value={trigger.segmentId === "" ? undefined : trigger.segmentId}
                onChange={(segmentId) => onChange({ trigger: { ...trigger, segmentId } })}
                options={segments.map(({ value, label }) => ({ value: String(value), label }))}
              />
            )}
          </Field>
        ) : "days" in trigger ? (
          <NumberField
            label={dayLabels[trigger.kind]}
            help={
              trigger.kind === "CardExpiring"
                ? "Of cards that end before their next payment, read from Stripe every day. Not those that their network renews."
                : undefined
            }
            value={trigger.days}
            disabled={isFixed}
            onChange={(days) => onChange({ trigger: { ...trigger, days } })}
          />
        ) : "event" in trigger ? (
          <Field label="Event">
            {(control) => (
              <Select
                {...control}
                disabled={isFixed}
                value={trigger.event === "" ? undefined : trigger.event}
                onChange={(event) => onChange({ trigger: { ...trigger, event } })}
                options={events.map((value) => ({ value, label: value }))}
              />
            )}
          </Field>
        ) : null}
      </div>
      {trigger.kind === "Manual" ? null : (
        <div className="grid gap-4 room:grid-cols-2">
          <NumberField
            label="Customers enter for"
            help="Days from the start; read when the last of them has been measured."
            value={input.entryDays}
            disabled={isFixed}
            onChange={(entryDays) => onChange({ entryDays })}
          />
          {trigger.kind === "SegmentLeft" ? null : (
            <Checkbox
              label="Also those who meet it on the day of the start"
              checked={input.includesPresent}
              disabled={isFixed}
              onChange={(includesPresent) => onChange({ includesPresent })}
              className="self-center"
            />
          )}
        </div>
      )}
    </>
  );
}
