import { criteriaLines, isGroup } from "@forestay/contracts/wire";
import type { CriteriaNode } from "@forestay/contracts/wire";
import { ListFilterPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ChipFilter } from "@/components/ui/chip-filter.tsx";
import { Popover } from "@/components/ui/popover.tsx";
import { Select } from "@/components/ui/select.tsx";
import { ConditionEditor } from "./condition-editor.tsx";
import type { Condition, ConditionField } from "./condition-field.ts";
import { conditionWords } from "./condition-words.ts";
import type { ValueFormat } from "./condition-words.ts";

interface ConditionChipsProps {
  /** What conditions can be set on, with the values to choose from. */
  fields: readonly ConditionField[];
  /** The field a condition is on, where it goes by another name than the one it is offered by. */
  fieldOf?: (name: string) => ConditionField | undefined;
  conditions: readonly CriteriaNode[];
  onChange: (conditions: CriteriaNode[]) => void;
  format: ValueFormat;
  /** What is wrong with the conditions, by their places: `2` of a line, `2.criteria.0` of the first in the group there. */
  problems?: Readonly<Record<string, string>>;
  /** A group of conditions in words. */
  groupWords?: (group: CriteriaNode) => string;
}

/** The conditions in force as chips, each edited or removed on its own, and the way to add one. */
export function ConditionChips({
  fields,
  fieldOf = (name) => fields.find(({ field }) => field === name),
  conditions,
  onChange,
  format,
  problems = {},
  groupWords = () => "several conditions",
}: ConditionChipsProps) {
  return (
    <>
      {conditions.map((condition, index) => {
        if (isGroup(condition)) {
          return (
            <ChipFilter
              key={`${index}-group`}
              field="Group"
              problem={groupProblem(condition, index, { problems, fieldOf })}
              value={groupWords(condition)}
              onRemove={() => onChange(conditions.filter((_, at) => at !== index))}
              editor={() => <p className="m-0">A group is changed in a segment. Remove it to see more.</p>}
            />
          );
        }
        const known = fieldOf(condition.field);
        return (
          <ChipFilter
            key={`${index}-${condition.field}`}
            field={known?.label ?? condition.field.replace(/^attributes\./, "")}
            problem={problems[index]}
            value={conditionWords(condition, known, format)}
            onRemove={() => onChange(conditions.filter((_, at) => at !== index))}
            editor={(close) =>
              known === undefined ? (
                <p className="m-0">This filter cannot be edited here. Remove it to see more.</p>
              ) : (
                <ConditionEditor
                  field={known}
                  condition={condition}
                  onApply={(next) => {
                    onChange(conditions.with(index, next));
                    close();
                  }}
                />
              )
            }
          />
        );
      })}
      <AddCondition fields={fields} onAdd={(condition) => onChange([...conditions, condition])} />
    </>
  );
}

/** What is wrong inside a group, each line under its field's name. */
function groupProblem(
  group: CriteriaNode,
  index: number,
  { problems, fieldOf }: Required<Pick<ConditionChipsProps, "problems" | "fieldOf">>,
): string | undefined {
  const own = problems[index];
  const inner = criteriaLines([group]).flatMap(({ path, criterion }) => {
    const problem = problems[[index, ...path.slice(1)].join(".criteria.")];
    if (problem === undefined) return [];
    return `${fieldOf(criterion.field)?.label ?? criterion.field.replace(/^attributes\./, "")}: ${problem}`;
  });
  const said = [...(own === undefined ? [] : [own]), ...inner];
  return said.length === 0 ? undefined : said.join(". ");
}

function AddCondition({
  fields,
  onAdd,
}: {
  fields: readonly ConditionField[];
  onAdd: (condition: Condition) => void;
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
