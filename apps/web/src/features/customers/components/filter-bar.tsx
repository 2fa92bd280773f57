import type { CustomerCondition, CustomerFacets } from "@forestay/contracts/wire";
import { ListFilterPlus, Search } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ChipFilter } from "@/components/ui/chip-filter.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Popover } from "@/components/ui/popover.tsx";
import { Select } from "@/components/ui/select.tsx";
import { formatMoney, formatShortDate } from "@/lib/format/index.ts";
import { conditionWords, filterFields } from "../hooks/filter-fields.ts";
import type { CustomerView } from "../hooks/customer-view.ts";
import { ConditionEditor } from "./condition-editor.tsx";

interface FilterBarProps {
  view: CustomerView;
  change: (patch: Partial<CustomerView>) => void;
  facets: CustomerFacets | undefined;
  currency: string;
  /** At the right end: columns and export. */
  actions: ReactNode;
}

/** Search, the filters in force as chips, and the way to add one. */
export function FilterBar({ view, change, facets, currency, actions }: FilterBarProps) {
  const fields = useMemo(
    () =>
      filterFields(
        facets?.attributes ?? [],
        (facets?.plans ?? []).map(({ plan }) => plan),
      ),
    [facets],
  );
  const format = {
    money: (amount: number) => formatMoney(amount, currency),
    date: (iso: string) => formatShortDate(iso),
  };
  const replace = (index: number, condition: CustomerCondition) =>
    change({ conditions: view.conditions.map((one, at) => (at === index ? condition : one)) });

  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5 md:px-5">
      <SearchBox value={view.search} onChange={(search) => change({ search })} />
      {view.conditions.map((condition, index) => {
        const known = fields.find(({ field }) => field === condition.field);
        return (
          <ChipFilter
            key={`${index}-${condition.field}`}
            field={known?.label ?? condition.field.replace(/^attributes\./, "")}
            value={conditionWords(condition, known, format)}
            onRemove={() => change({ conditions: view.conditions.filter((_, at) => at !== index) })}
            editor={(close) =>
              known === undefined ? (
                <p className="m-0">This filter cannot be edited here. Remove it to see more customers.</p>
              ) : (
                <ConditionEditor
                  field={known}
                  condition={condition}
                  onApply={(next) => {
                    replace(index, next);
                    close();
                  }}
                />
              )
            }
          />
        );
      })}
      <AddFilter
        fields={fields}
        onAdd={(condition) => change({ conditions: [...view.conditions, condition] })}
      />
      {view.conditions.length > 0 || view.search !== "" ? (
        <Button size="sm" variant="ghost" onClick={() => change({ conditions: [], search: "" })}>
          Clear
        </Button>
      ) : null}
      <div className="ml-auto flex items-center gap-2">{actions}</div>
    </div>
  );
}

const searchDelayMs = 250;

/** Writes to the URL when typing pauses, so that a word is one step and not one per letter. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text.trim()), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <span className="relative w-full md:w-56">
      <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
      <Input
        type="search"
        aria-label="Search customers by name, e-mail or id"
        placeholder="Name, e-mail or id"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        className="h-7.5 pl-8 text-ui"
      />
    </span>
  );
}

function AddFilter({
  fields,
  onAdd,
}: {
  fields: ReturnType<typeof filterFields>;
  onAdd: (condition: CustomerCondition) => void;
}) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState<string>();
  const field = fields.find((one) => one.field === name);
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setName(undefined);
      }}
      label="Add filter"
      trigger={
        <Button size="sm" variant="ghost" icon={<ListFilterPlus />}>
          Add filter
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Select
          label="Field"
          placeholder="Choose a field"
          value={name}
          onChange={setName}
          options={fields.map((one) => ({ value: one.field, label: one.label }))}
        />
        {field === undefined ? null : (
          <ConditionEditor
            key={field.field}
            field={field}
            onApply={(condition) => {
              onAdd(condition);
              setOpen(false);
            }}
          />
        )}
      </div>
    </Popover>
  );
}
