import { customerObject } from "@forestay/contracts/wire";
import type { IntegrationProvider } from "@forestay/contracts/wire";
import { CircleX } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUnsaved } from "@/hooks/use-unsaved.ts";
import { ApiError } from "@/lib/api/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { useChangeFieldMap } from "../../api/integration-queries.ts";
import type { FieldMap } from "../../api/integration-queries.ts";
import { keyOf, linesOf, NOWHERE, optionsOf, problemsOf, targetIn } from "./map-draft.ts";
import type { MapDraft, MapField } from "./map-draft.ts";

interface FieldMapFormProps {
  provider: IntegrationProvider;
  name: string;
  map: FieldMap;
  /** While it is being read nothing is changed: half of what comes in would follow the old choice. */
  isBusy: boolean;
  onClose: () => void;
}

/** The fields of a system, object by object, each with what some records have in it and where it goes. */
export function FieldMapForm({ provider, name, map, isBusy, onClose }: FieldMapFormProps) {
  const [draft, setDraft] = useState<MapDraft>(new Map());
  const [showsAll, setShowsAll] = useState(false);
  const change = useChangeFieldMap(provider);
  const { fields } = map;
  const said = change.error instanceof ApiError ? change.error.fields : {};
  const problems = problemsOf(fields, draft, said);
  const elsewhere =
    change.error !== null && problems.size === 0 ? (said["lines"] ?? change.error.message) : null;
  const isChanged = fields.some((one) => targetIn(draft, one) !== one.target);
  useUnsaved(isChanged && !change.isPending && !change.isSuccess);
  // One that was just set to go nowhere stays in sight.
  const shown = showsAll ? fields : fields.filter((one) => one.target !== null || draft.has(keyOf(one)));
  const save = (lines: ReturnType<typeof linesOf> | null) =>
    change.mutate({ lines, version: map.version }, () => {
      toast.success("Saved. The next sync reads everything anew for it");
      onClose();
    });
  const move = (field: MapField, target: string) => {
    change.reset();
    setDraft(new Map(draft).set(keyOf(field), target === NOWHERE ? null : target));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(linesOf(fields, draft));
      }}
      noValidate
    >
      {[...Map.groupBy(shown, ({ objectLabel }) => objectLabel)].map(([label, some]) => (
        <fieldset key={label} className="m-0 min-w-0 border-0 p-0 pb-4">
          <legend className="p-0 pb-1 text-ui font-strong text-ink">{label}</legend>
          <ul className="m-0 list-none divide-y divide-line p-0">
            {some.map((field) => (
              <FieldLine
                key={keyOf(field)}
                field={field}
                target={targetIn(draft, field)}
                options={optionsOf(field, map, customerObject(provider), name)}
                problem={problems.get(keyOf(field))}
                disabled={isBusy || change.isPending}
                onMove={(target) => move(field, target)}
              />
            ))}
          </ul>
        </fieldset>
      ))}
      {showsAll || shown.length === fields.length ? null : (
        <Button size="sm" onClick={() => setShowsAll(true)}>
          Show {formatCounted(fields.length - shown.length, "more field")}
        </Button>
      )}
      {elsewhere === null ? null : (
        <p role="alert" className="m-0 flex gap-1.5 pt-3 text-ui text-danger-text">
          <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
          {elsewhere}
        </p>
      )}
      <p className="m-0 pt-4 text-note text-ink-2">
        {isBusy
          ? `${name} is being read now. Fields can be changed when that has ended.`
          : "The next sync reads everything anew. What came in before stays where a field goes nowhere any more; files no longer change what is taken from here, and what the ledger says stands above it."}
      </p>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button
          type="submit"
          variant="primary"
          disabled={isBusy || !isChanged}
          pending={change.isPending}
          pendingLabel="Saving..."
        >
          Save fields
        </Button>
        <Button onClick={onClose}>Close</Button>
        {map.isStandard ? null : (
          <Button disabled={isBusy || change.isPending} onClick={() => save(null)}>
            As they go by themselves
          </Button>
        )}
      </div>
    </form>
  );
}

/** Of what is no text: that needs no word. */
const kindWords: Partial<Record<MapField["kind"], string>> = {
  number: "number",
  date: "date",
  boolean: "yes or no",
};

interface FieldLineProps {
  field: MapField;
  target: string | null;
  options: ReturnType<typeof optionsOf>;
  problem: string | undefined;
  disabled: boolean;
  onMove: (target: string) => void;
}

function FieldLine({ field, target, options, problem, disabled, onMove }: FieldLineProps) {
  const problemId = useId();
  return (
    <li className="grid grid-cols-1 items-center gap-x-4 gap-y-1.5 py-2.5 text-ui lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_16rem]">
      <span className="min-w-0 text-ink">
        {field.label} <span className="text-note text-ink-2">{kindWords[field.kind]}</span>
      </span>
      <span className="min-w-0 truncate text-note text-ink-2">
        {field.samples.length === 0 ? "Empty in the first records" : field.samples.join(" · ")}
      </span>
      <Combobox
        label={`${field.objectLabel}: ${field.label} goes into`}
        options={options}
        value={target ?? NOWHERE}
        searchPlaceholder="Find a field of ours"
        disabled={disabled}
        onChange={onMove}
        {...(problem !== undefined && { "aria-invalid": true as const, "aria-describedby": problemId })}
      />
      {problem === undefined ? null : (
        <span id={problemId} className="flex gap-1.5 text-note text-danger-text lg:col-start-3">
          <CircleX aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </span>
      )}
    </li>
  );
}
