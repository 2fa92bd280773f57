import { isRelative } from "@forestay/contracts/wire";
import type { CriterionField } from "@forestay/contracts/wire";
import { ChevronDown } from "lucide-react";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Popover } from "@/components/ui/popover.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { takesList } from "../hooks/rule-draft.ts";
import type { DraftLine } from "../hooks/rule-draft.ts";

interface ValueInputProps {
  line: DraftLine;
  field: CriterionField | undefined;
  name: string;
  isInvalid: boolean;
  onChange: (line: DraftLine) => void;
}

/** A criterion's value, entered as its field asks for it. */
export function ValueInput({ line, field, name, isInvalid, onChange }: ValueInputProps) {
  const label = `Value of ${name}`;
  const kind = field?.kind ?? "text";
  if (kind === "choice" && takesList(line))
    return <ManyChoices line={line} field={field} label={label} isInvalid={isInvalid} onChange={onChange} />;
  if (kind === "choice") {
    const chosen = line.chosen[0];
    return (
      <Combobox
        label={label}
        value={chosen === undefined ? undefined : String(chosen)}
        onChange={(next) => {
          const value = field?.choices?.find((one) => String(one.value) === next)?.value;
          onChange({ ...line, chosen: value === undefined ? [] : [value] });
        }}
        options={(field?.choices ?? []).map((one) => ({ value: String(one.value), label: one.label }))}
        aria-invalid={isInvalid || undefined}
      />
    );
  }
  if (kind === "boolean") {
    return (
      <Select
        label={label}
        value={line.text === "" ? undefined : line.text}
        onChange={(text) => onChange({ ...line, text })}
        options={[
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ]}
        aria-invalid={isInvalid || undefined}
      />
    );
  }
  const isWindow = isRelative(line.operator);
  const isDays = isWindow || kind === "daysSince" || kind === "daysUntil";
  const isNumber = isDays || kind === "number" || kind === "money";
  return (
    <span className="flex min-w-0 items-center gap-2 text-ui text-ink-2">
      <Input
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        type={!isWindow && (kind === "date" || kind === "day") ? "date" : "text"}
        inputMode={isNumber ? "decimal" : undefined}
        maxLength={500}
        placeholder={takesList(line) ? "One, another" : undefined}
        value={line.text}
        onChange={(event) => onChange({ ...line, text: event.target.value })}
        className={isDays ? "w-20" : undefined}
      />
      {isDays ? (
        <span className="whitespace-nowrap">
          {line.text.trim() === "1" ? "day" : "days"}
          {isWindow ? "" : kind === "daysSince" ? " ago" : " away"}
        </span>
      ) : null}
    </span>
  );
}

function ManyChoices({
  line,
  field,
  label,
  isInvalid,
  onChange,
}: Omit<ValueInputProps, "name"> & { label: string }) {
  const choices = field?.choices ?? [];
  const labelOf = (value: string | number) =>
    choices.find((one) => one.value === value)?.label ?? String(value);
  return (
    <Popover
      label={label}
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${line.chosen.length === 0 ? "none chosen" : line.chosen.map(labelOf).join(", ")}`}
          data-invalid={isInvalid || undefined}
          className="flex min-h-9 w-full min-w-0 items-center justify-between gap-2 rounded-control border border-line-control bg-sheet px-2 py-1 text-left text-body text-ink field-focus data-invalid:border-danger touch:min-h-11"
        >
          <span className="flex min-w-0 flex-wrap gap-1">
            {line.chosen.length === 0 ? <span className="px-1 text-ink-3">Choose</span> : null}
            {line.chosen.slice(0, 4).map((value) => (
              <Tag key={value} className="max-w-40">
                <span className="truncate">{labelOf(value)}</span>
              </Tag>
            ))}
            {line.chosen.length > 4 ? <Tag>+{line.chosen.length - 4}</Tag> : null}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
        </button>
      }
    >
      {choices.length === 0 ? (
        <p className="m-0 text-ink-2">There is nothing to choose yet.</p>
      ) : (
        <fieldset className="m-0 flex flex-col gap-2 border-0 p-0.5">
          <legend className="sr-only">{label}</legend>
          {choices.map((one) => (
            <Checkbox
              key={one.value}
              label={one.label}
              checked={line.chosen.includes(one.value)}
              onChange={(on) =>
                onChange({
                  ...line,
                  chosen: on
                    ? [...line.chosen, one.value]
                    : line.chosen.filter((value) => value !== one.value),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </Popover>
  );
}
