import { declineClasses, graceEnds } from "@forestay/contracts/wire";
import type { GraceEnd, RecoveryPolicy } from "@forestay/contracts/wire";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/ui/field.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { hoursWords, readHours, writeHours } from "../hooks/policy-words.ts";
import { CardMessages } from "./card-messages.tsx";
import { RowTitle } from "./row-title.tsx";
import { Sequences } from "./sequences.tsx";

interface PolicyFormProps {
  policy: RecoveryPolicy;
  currency: string;
  plans: readonly string[];
  canWrite: boolean;
  onChange: (policy: RecoveryPolicy) => void;
}

/** What happens after a decline, which messages leave, and within which limits. */
export function PolicyForm({ policy, currency, plans, canWrite, onChange }: PolicyFormProps) {
  const change = (patch: Partial<RecoveryPolicy>) => onChange({ ...policy, ...patch });
  return (
    <div>
      <Cell title="What happens after a decline" subtitle="By class of decline">
        <div className="flex flex-col divide-y divide-line">
          <HoursRow
            title={declineClasses.soft}
            detail="Insufficient funds, declined by bank, limit reached"
            hours={policy.softHours}
            canWrite={canWrite}
            onChange={(softHours) => change({ softHours })}
          />
          <HoursRow
            title={declineClasses.technical}
            detail="Bank not reachable, processing error"
            hours={policy.technicalHours}
            then="then as soft"
            canWrite={canWrite}
            onChange={(technicalHours) => change({ technicalHours })}
          />
          <FixedRow
            title={declineClasses.act}
            detail="Card expired, wrong data, needs authentication"
            words="After a new card or an approval"
          />
          <FixedRow
            title={declineClasses.never}
            detail="Lost, stolen, closed, revoked, blocked"
            words="No try with this card"
          />
        </div>
      </Cell>
      <SheetRow className="border-t">
        <Sequences policy={policy} plans={plans} currency={currency} canWrite={canWrite} onChange={change} />
      </SheetRow>
      <SheetRow className="border-t">
        <CardMessages policy={policy} canWrite={canWrite} onChange={change} />
      </SheetRow>
      <SheetRow className="border-t">
        <Cell title="Limits">
          <div className="grid gap-4 md:grid-cols-2">
            <NumberField
              label="Tries of one card in 14 days"
              help="The first one included. The networks allow more: Visa 20, Mastercard 35 in 30 days."
              value={policy.tries}
              min={1}
              max={8}
              canWrite={canWrite}
              onChange={(tries) => change({ tries })}
            />
            <NumberField
              label="Waits for a pay day at most, days"
              help="The 1st, the 15th, the last Friday of a month; 0 waits for none."
              value={policy.payDayWithinDays}
              min={0}
              max={3}
              canWrite={canWrite}
              onChange={(payDayWithinDays) => change({ payDayWithinDays })}
            />
            <NumberField
              label="Tries not before, hour"
              help="In your company's time zone."
              value={policy.fromHour}
              min={0}
              max={23}
              canWrite={canWrite}
              onChange={(fromHour) => change({ fromHour })}
            />
            <NumberField
              label="Tries not after, hour"
              value={policy.untilHour}
              min={1}
              max={24}
              canWrite={canWrite}
              onChange={(untilHour) => change({ untilHour })}
            />
            <NumberField
              label="Grace, days"
              help="How long access stays after a failure."
              value={policy.graceDays}
              min={1}
              max={60}
              canWrite={canWrite}
              onChange={(graceDays) => change({ graceDays, sequences: movedWithGrace(policy, graceDays) })}
            />
            <Field
              label="Then"
              help="What messages tell customers, and what the queue asks you to do then: nothing is ended from here."
            >
              {(control) => (
                <Select<GraceEnd>
                  {...control}
                  disabled={!canWrite}
                  options={(Object.entries(graceEnds) as [GraceEnd, string][]).map(([value, label]) => ({
                    value,
                    label,
                  }))}
                  value={policy.graceEnd}
                  onChange={(graceEnd) => change({ graceEnd })}
                />
              )}
            </Field>
            <NumberField
              label={`Price of a try, ${currency}`}
              value={policy.costPerTry}
              min={0}
              max={100}
              step={0.01}
              canWrite={canWrite}
              onChange={(costPerTry) => change({ costPerTry })}
            />
            <NumberField
              label={`Price of 1,000 e-mails, ${currency}`}
              value={policy.costPerThousandEmails}
              min={0}
              max={1000}
              step={0.01}
              canWrite={canWrite}
              onChange={(costPerThousandEmails) => change({ costPerThousandEmails })}
            />
          </div>
        </Cell>
      </SheetRow>
    </div>
  );
}

interface HoursRowProps {
  title: string;
  detail: string;
  hours: readonly number[];
  then?: string;
  canWrite: boolean;
  onChange: (hours: number[]) => void;
}

function HoursRow({ title, detail, hours, then, canWrite, onChange }: HoursRowProps) {
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const take = () => {
    if (text === null) return;
    const read = readHours(text);
    if (read === null) {
      setError("Write times like 6 h, 24 h, 3 d");
      return;
    }
    setError(undefined);
    setText(null);
    onChange(read.toSorted((a, b) => a - b));
  };
  return (
    <div className="grid items-center gap-x-4 gap-y-2 py-3 md:grid-cols-[minmax(0,200px)_minmax(0,1fr)_auto]">
      <RowTitle title={title} detail={detail} />
      {text === null ? (
        <span className="flex flex-wrap items-center gap-1.5">
          {hours.map((hour) => (
            <Tag key={hour} tone="outline">
              {hoursWords(hour)}
            </Tag>
          ))}
          {hours.length === 0 ? <span className="text-ui text-ink-2">No try</span> : null}
          {then === undefined ? null : <span className="text-ui text-ink-2">{then}</span>}
        </span>
      ) : (
        <Field label={`Tries of class ${title} after the failure`} hideLabel error={error}>
          {(control) => (
            <Input
              {...control}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onBlur={take}
              onKeyDown={(event) => {
                if (event.key === "Enter") {
                  event.preventDefault();
                  take();
                }
              }}
            />
          )}
        </Field>
      )}
      {canWrite && text === null ? (
        <IconButton label={`Change the tries of ${title}`} onClick={() => setText(writeHours(hours))}>
          <Pencil />
        </IconButton>
      ) : null}
    </div>
  );
}

function FixedRow({ title, detail, words }: { title: string; detail: string; words: string }) {
  return (
    <div className="grid items-center gap-x-4 gap-y-2 py-3 md:grid-cols-[minmax(0,200px)_minmax(0,1fr)]">
      <RowTitle title={title} detail={detail} />
      <span className="text-ui text-ink">{words}</span>
    </div>
  );
}

interface NumberFieldProps {
  label: string;
  help?: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  canWrite: boolean;
  onChange: (value: number) => void;
}

function NumberField({ label, help, value, canWrite, onChange, ...range }: NumberFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const number = text === null ? value : Number(text);
  const isWrong = !Number.isFinite(number) || number < range.min || number > range.max || text === "";
  return (
    <Field label={label} help={help} error={isWrong ? `From ${range.min} to ${range.max}` : undefined}>
      {(control) => (
        <Input
          {...control}
          {...range}
          type="number"
          disabled={!canWrite}
          value={text ?? String(value)}
          onChange={(event) => {
            setText(event.target.value);
            const next = Number(event.target.value);
            if (event.target.value !== "" && next >= range.min && next <= range.max) onChange(next);
          }}
          onBlur={() => {
            if (!isWrong) setText(null);
          }}
        />
      )}
    </Field>
  );
}

/** Who moves the end of grace moves with it what is written on that day, where nothing else is written then or after it. */
const movedWithGrace = (policy: RecoveryPolicy, graceDays: number): RecoveryPolicy["sequences"] =>
  policy.sequences.map((sequence) => {
    const before = sequence.messages.slice(0, -1);
    const last = sequence.messages.at(-1);
    return last?.afterDays === policy.graceDays && before.every(({ afterDays }) => afterDays < graceDays)
      ? { ...sequence, messages: [...before, { ...last, afterDays: graceDays }] }
      : sequence;
  });
