import { RiskLevel as Level, riskLevelLabel } from "@forestay/contracts/wire";
import type { WhatIfFields } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Slider } from "@/components/ui/slider.tsx";
import { useDebounced } from "@/hooks/use-debounced.ts";
import { cn } from "@/lib/style/cn.ts";
import { whatIfQueries } from "../api/what-if-queries.ts";
import { everyone, groupOptions, whatIfInput } from "../hooks/what-if-choice.ts";
import type { Changes } from "../hooks/what-if-choice.ts";
import { WhatIfOutcome } from "./what-if-outcome.tsx";

/** A slider sends many values: only one that stands still for so long is asked about. */
const settleMs = 80;
const asNow = "as-now";
const levels = Object.values(Level).map((value) => ({ value, label: riskLevelLabel(value) }));

/** What the model expects of the company's customers with something changed for all of them or for a group. */
export function WhatIfTab() {
  const fields = useQuery(whatIfQueries.fields());
  return (
    <QueryView
      query={fields}
      loading="Loading what can be changed"
      failed="The what-if did not load"
      skeleton={<Skeleton className="m-5 h-96" />}
      isEmpty={(found) => found.fields.length === 0}
      empty={
        <EmptyState title="Nothing here that you could change">
          This model rests on fields that no company can set: no price, plan, terms, payment or tickets.
        </EmptyState>
      }
    >
      {(found) => <WhatIf fields={found} />}
    </QueryView>
  );
}

function WhatIf({ fields }: { fields: WhatIfFields }) {
  const [group, setGroup] = useState(everyone);
  const [changes, setChanges] = useState<Changes>({});
  const settled = useDebounced(changes, settleMs);
  const input = useMemo(() => whatIfInput(group, settled), [group, settled]);
  const answer = useQuery({
    ...whatIfQueries.company(input ?? { changes: [] }),
    enabled: input !== null,
  });
  const change = (field: string, value: number | string | null) =>
    setChanges((now) => ({
      ...Object.fromEntries(Object.entries(now).filter(([name]) => name !== field)),
      ...(value === null ? {} : { [field]: value }),
    }));
  return (
    <SheetRow columns="362px minmax(0,1fr)">
      <Cell
        title="If we changed"
        aside={
          // Its place is kept, so that nothing moves when it comes and goes.
          <Button
            size="sm"
            variant="ghost"
            className={cn(Object.keys(changes).length === 0 && "invisible")}
            onClick={() => setChanges({})}
          >
            Reset
          </Button>
        }
      >
        <div className="flex flex-col gap-5">
          <Field label="For whom">
            {(control) => (
              <Combobox
                {...control}
                label="For whom"
                value={group}
                onChange={setGroup}
                options={groupOptions(fields.groups, levels)}
                searchPlaceholder="Search groups"
              />
            )}
          </Field>
          {fields.fields.map((field) => (
            <FieldControl
              key={field.field}
              field={field}
              value={changes[field.field] ?? null}
              onChange={(value) => change(field.field, value)}
            />
          ))}
        </div>
      </Cell>
      {answer.isError && answer.data === undefined ? (
        <QueryView
          query={answer}
          loading="Asking the model"
          failed="The model gave no answer"
          skeleton={null}
        >
          {() => null}
        </QueryView>
      ) : (
        <WhatIfOutcome
          answer={input === null ? undefined : answer.data}
          isWaiting={input !== null && (answer.isFetching || settled !== changes)}
          fields={fields}
        />
      )}
    </SheetRow>
  );
}

function FieldControl({
  field,
  value,
  onChange,
}: {
  field: WhatIfFields["fields"][number];
  value: number | string | null;
  onChange: (value: number | string | null) => void;
}) {
  if (field.kind === "number") {
    const percent = typeof value === "number" ? value : 0;
    return (
      <Slider
        label={`${field.label}, %`}
        min={-100}
        max={100}
        value={percent}
        valueText={percent === 0 ? "as now" : `${Math.abs(percent)} percent ${percent > 0 ? "more" : "less"}`}
        onChange={(next) => onChange(Math.round(next) === 0 ? null : Math.round(next))}
      />
    );
  }
  if (field.options.length < 2) return null;
  return (
    <Field label={field.label}>
      {(control) => (
        <Select
          {...control}
          value={typeof value === "string" ? value : asNow}
          onChange={(next) => onChange(next === asNow ? null : next)}
          options={[
            { value: asNow, label: "As it is" },
            ...field.options.map((option) => ({ value: option, label: `All on ${option}` })),
          ]}
        />
      )}
    </Field>
  );
}
