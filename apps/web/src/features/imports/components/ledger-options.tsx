import { billingIntervals, priceMeanings, unknownCustomerChoices } from "@forestay/contracts/wire";
import type { ColumnMapping, ImportKind, ImportTarget, LedgerOptions } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";

interface LedgerOptionsProps {
  kind: ImportKind;
  columns: readonly ColumnMapping[];
  options: LedgerOptions;
  disabled: boolean;
  onChange: (options: LedgerOptions) => void;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const choices = <Value extends string>(labels: Record<Value, string>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: capital(labels[value]) }));
const intervals = choices(billingIntervals);
const meanings = choices(priceMeanings);
const unknown = choices(unknownCustomerChoices);

/** What no column says of the rows: how often, what a price stands for, in which currency, whose ids, and of whom. */
export function LedgerOptionsForm({ kind, columns, options, disabled, onChange }: LedgerOptionsProps) {
  const has = (target: ImportTarget) => columns.some((column) => column.target === target);
  const set = (change: Partial<LedgerOptions>) => onChange(withoutBlanks({ ...options, ...change }));
  const isByMonth = options.priceMeans === "month";
  return (
    <fieldset
      aria-label="What no column says"
      className="m-0 grid grid-cols-1 gap-x-5 gap-y-4 border-0 p-0 md:grid-cols-2 lg:grid-cols-3"
    >
      {kind === "subscriptions" ? (
        <Labelled label="What the price stands for">
          {(label) => (
            <Select
              label={label}
              disabled={disabled}
              value={options.priceMeans}
              placeholder="Per billing interval"
              onChange={(priceMeans) => set({ priceMeans })}
              options={meanings}
            />
          )}
        </Labelled>
      ) : null}
      {kind === "subscriptions" && !has("billingInterval") && !isByMonth ? (
        <Labelled label="How often it is charged">
          {(label) => (
            <Select
              label={label}
              disabled={disabled}
              value={options.every}
              placeholder="Choose how often"
              onChange={(every) => set({ every })}
              options={intervals}
            />
          )}
        </Labelled>
      ) : null}
      {kind === "events" && !has("eventType") ? (
        <Text
          label="What every row is"
          placeholder="login"
          value={options.eventType}
          maxLength={100}
          disabled={disabled}
          onChange={(eventType) => set({ eventType })}
        />
      ) : null}
      <Labelled label="Rows of customers who are not here yet">
        {(label) => (
          <Select
            label={label}
            disabled={disabled}
            value={options.unknownCustomers ?? "park"}
            onChange={(unknownCustomers) => set({ unknownCustomers })}
            options={unknown}
          />
        )}
      </Labelled>
      {kind === "events" || has("currency") ? null : (
        <Text
          label="Currency of amounts that name none"
          placeholder="Your company's"
          value={options.currency}
          maxLength={3}
          disabled={disabled}
          onChange={(currency) => set({ currency: currency.toUpperCase() })}
        />
      )}
      <Text
        label="Which system the ids are of"
        placeholder="file"
        value={options.source}
        maxLength={60}
        disabled={disabled}
        onChange={(source) => set({ source })}
      />
      {kind === "invoices" ? (
        <Checkbox
          label="They are a shop's orders"
          help="Bought and paid at once, unless a column says otherwise."
          checked={options.areOrders ?? false}
          disabled={disabled}
          onChange={(areOrders) => set({ areOrders })}
        />
      ) : null}
    </fieldset>
  );
}

function Labelled({ label, children }: { label: string; children: (label: string) => ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden className="text-note font-emphasis text-ink">
        {label}
      </span>
      {children(label)}
    </div>
  );
}

interface TextProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  maxLength: number;
  disabled: boolean;
  onChange: (value: string) => void;
}

function Text({ label, value, onChange, ...rest }: TextProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          {...rest}
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** What is left empty is not said. */
function withoutBlanks(options: LedgerOptions): LedgerOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== "")) as LedgerOptions;
}
