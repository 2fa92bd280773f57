import { nameSchema } from "@forestay/contracts/schemas";
import {
  segmentColors,
  SegmentStatus,
  segmentStatusLabel,
  SegmentType,
  segmentTypeLabel,
} from "@forestay/contracts/wire";
import type {
  CriteriaNode,
  CriterionField,
  Segment,
  SegmentColor,
  SegmentStatusValue,
  SegmentTypeValue,
} from "@forestay/contracts/wire";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ChangedMeanwhile } from "@/components/form/changed-meanwhile.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useDebounced } from "@/hooks/use-debounced.ts";
import { useUnsaved } from "@/hooks/use-unsaved.ts";
import { ApiError, requestIdOf } from "@/lib/api/index.ts";
import { formatRelativeInline } from "@/lib/format/index.ts";
import { segmentQueries, useSaveSegment } from "../api/segment-queries.ts";
import { problemsByKey, toCriteria, toDraft, wholeCriteria } from "../hooks/rule-draft.ts";
import { ColorChoice } from "./color-choice.tsx";
import { Narrowing } from "./narrowing.tsx";
import { RuleLines } from "./rule-lines.tsx";
import { RulePreview } from "./rule-preview.tsx";
import { SentenceField } from "./sentence-field.tsx";
import { SegmentStatusTag } from "./status-tag.tsx";

interface SegmentEditorProps {
  /** The segment that is changed; none: a new one. */
  segment: Segment | undefined;
  /** What it begins with. */
  start: { criteria: readonly CriteriaNode[]; name: string; type: SegmentTypeValue };
  fields: readonly CriterionField[];
}

const segmentNameSchema = nameSchema(100);
/** The answer follows once the hand rests. */
const settleMs = 250;

const changesOf = (before: Segment, now: Segment) => [
  before.name === now.name ? null : `Name: ${now.name}`,
  before.description === now.description
    ? null
    : `Description: ${now.description === "" ? "none" : `“${now.description}”`}`,
  before.type === now.type ? null : `Type: ${segmentTypeLabel(now.type)}`,
  before.color === now.color ? null : `Color: ${now.color}`,
  before.status === now.status ? null : `Status: ${segmentStatusLabel(now.status)}`,
  before.sentence === now.sentence ? null : `Who is in it: ${now.sentence}`,
];

/** A segment's name, rule and color, with who is in it beside them. */
export function SegmentEditor({ segment, start, fields }: SegmentEditorProps) {
  const navigate = useNavigate();
  // The version that these changes are of: news that somebody else saved must not slip under them.
  const [base, setBase] = useState(segment);
  /** Counts how often a whole version was taken: what was changed before that is no news any more. */
  const [taken, setTaken] = useState(0);
  const [name, setName] = useState(start.name);
  const [description, setDescription] = useState(base?.description ?? "");
  const [type, setType] = useState<SegmentTypeValue>(start.type);
  const [color, setColor] = useState<SegmentColor>(base?.color ?? segmentColors[0]);
  const [nodes, setNodes] = useState(() => toDraft(start.criteria));
  const [isChanged, setChanged] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const save = useSaveSegment(base);
  const refused = save.error instanceof ApiError ? save.error : null;
  const [nameProblem, setNameProblem] = useState<string>();
  const problems = {
    ...refused?.fields,
    ...(nameProblem === undefined ? {} : { name: nameProblem }),
  } as Record<string, string>;
  const [saved, setSaved] = useState<Segment>();
  const tried = save.variables?.body.status ?? SegmentStatus.Draft;

  const criteria = toCriteria(nodes, fields);
  const asked = useDebounced(JSON.stringify(wholeCriteria(criteria)), settleMs);
  const whole = JSON.parse(asked) as ReturnType<typeof wholeCriteria>;
  const quick = useQuery({
    ...segmentQueries.preview(whole, base?.id, false),
    placeholderData: keepPreviousData,
  });
  const exact = useQuery({
    ...segmentQueries.preview(whole, base?.id, true),
    enabled: quick.data?.isExact === false && !quick.isPlaceholderData,
  });
  const shown = exact.data ?? quick.data;
  const lineProblems = problemsByKey(nodes, {
    ...(quick.error instanceof ApiError && whole.length === criteria.length ? quick.error.fields : {}),
    ...problems,
  });
  useUnsaved(isChanged && saved === undefined);
  // Once nothing is unsaved any more: whoever leaves before is asked.
  useEffect(() => {
    if (saved !== undefined) void navigate(`/app/segments/${saved.id}`);
  }, [saved, navigate]);

  function touched<T>(set: (value: T) => void) {
    return (value: T) => {
      set(value);
      setChanged(true);
      // What was wrong with the last try is said of that try.
      setNameProblem(undefined);
      if (save.isError) save.reset();
    };
  }
  function keep(status: SegmentStatusValue) {
    if (save.isPending) return;
    const named = segmentNameSchema.safeParse(name);
    setNameProblem(named.error?.issues[0]?.message);
    if (!named.success) return nameField.current?.focus();
    save.mutate(
      { body: { name, description, type, color, status, criteria }, version: base?.version ?? 0 },
      {
        onSuccess: (kept) => {
          toast.success(
            status === SegmentStatus.Active ? `'${kept.name}' is active` : `'${kept.name}' is saved`,
            status === SegmentStatus.Active ? "Its customers are followed from now on." : undefined,
          );
          setSaved(kept);
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === "conflict") void showTheirs();
        },
      },
    );
  }
  /** Saving is over their version from then on; what was not touched here is as they left it. */
  async function showTheirs() {
    const { data: theirs } = await latest.refetch();
    if (base === undefined || theirs === undefined) return;
    const sent = (draft: typeof nodes) => JSON.stringify(toCriteria(draft, fields));
    const stored = sent(toDraft(base.criteria));
    setName((mine) => (mine === base.name ? theirs.name : mine));
    setDescription((mine) => (mine === base.description ? theirs.description : mine));
    setType((mine) => (mine === base.type ? theirs.type : mine));
    setColor((mine) => (mine === base.color ? theirs.color : mine));
    setNodes((mine) => (sent(mine) === stored ? toDraft(theirs.criteria) : mine));
    setBase(theirs);
  }
  function takeTheirs() {
    if (base === undefined) return;
    setName(base.name);
    setDescription(base.description);
    setType(base.type);
    setColor(base.color);
    setNodes(toDraft(base.criteria));
    setChanged(false);
    setTaken(taken + 1);
    save.reset();
  }
  const latest = useQuery({ ...segmentQueries.detail(base?.id ?? ""), enabled: false });

  const title = name.trim() === "" ? "New segment" : name;
  const status = base?.status ?? SegmentStatus.Draft;
  return (
    <>
      <PageHeader
        title={title}
        tag={<SegmentStatusTag status={status} />}
        subtitle={base === undefined ? "Not saved yet" : `Last saved ${formatRelativeInline(base.updatedAt)}`}
        breadcrumb={[
          { label: "Segments", to: "/app/segments" },
          ...(base === undefined ? [] : [{ label: base.name, to: `/app/segments/${base.id}` }]),
          { label: base === undefined ? "New" : "Edit" },
        ]}
        actions={
          <>
            <ButtonLink
              variant="ghost"
              to={base === undefined ? "/app/segments" : `/app/segments/${base.id}`}
            >
              Cancel
            </ButtonLink>
            {status === SegmentStatus.Active ? null : (
              <Button
                pending={save.isPending}
                pendingLabel="Saving..."
                onClick={() => keep(SegmentStatus.Draft)}
              >
                Save draft
              </Button>
            )}
            <Button
              variant="primary"
              pending={save.isPending}
              pendingLabel="Saving..."
              onClick={() => keep(SegmentStatus.Active)}
            >
              {status === SegmentStatus.Active ? "Save segment" : "Activate segment"}
            </Button>
          </>
        }
      />
      <Sheet>
        <SheetRow columns="minmax(0,1fr) 352px" holdsTable>
          <div className="min-w-0">
            <div className="grid gap-4 px-4 py-4.5 md:grid-cols-2 md:px-5">
              <Field label="Name" error={problems["name"]}>
                {(control) => (
                  <Input
                    {...control}
                    ref={nameField}
                    value={name}
                    maxLength={100}
                    onChange={(event) => touched(setName)(event.target.value)}
                  />
                )}
              </Field>
              <Field label="Type" error={problems["type"]}>
                {(control) => (
                  <Select
                    {...control}
                    value={String(type)}
                    onChange={(next) => touched(setType)(Number(next) as SegmentTypeValue)}
                    options={Object.values(SegmentType).map((value) => ({
                      value: String(value),
                      label: segmentTypeLabel(value),
                    }))}
                  />
                )}
              </Field>
              <Field label="Description" hint="optional" error={problems["description"]}>
                {(control) => (
                  <Input
                    {...control}
                    value={description}
                    maxLength={500}
                    onChange={(event) => touched(setDescription)(event.target.value)}
                  />
                )}
              </Field>
              <ColorChoice value={color} onChange={touched(setColor)} />
            </div>
            <div className="border-t border-line px-4 py-4.5 md:px-5">
              <h2 className="m-0 text-body font-strong text-ink">Criteria</h2>
              <p className="m-0 pb-3 text-note text-ink-2">
                {nodes.length === 0
                  ? "Say who belongs to it, line by line"
                  : "Customers must match every line"}
              </p>
              <SentenceField onProposed={(proposed) => touched(setNodes)([...nodes, ...toDraft(proposed)])} />
              <RuleLines nodes={nodes} fields={fields} problems={lineProblems} onChange={touched(setNodes)} />
              {refused === null && save.error === null ? null : (
                <div className="flex flex-col items-start gap-3 pt-4">
                  <FormProblem problem={problems["criteria"] ?? save.error?.message} />
                  {refused?.code !== "conflict" ? null : latest.isError || latest.isFetching ? (
                    <Button
                      size="sm"
                      pending={latest.isFetching}
                      pendingLabel="Loading their version..."
                      onClick={() => void showTheirs()}
                    >
                      Show their version
                    </Button>
                  ) : (
                    <span className="flex flex-wrap gap-2">
                      <Button size="sm" onClick={() => keep(tried)}>
                        Save mine over it
                      </Button>
                      <Button size="sm" variant="ghost" onClick={takeTheirs}>
                        Take their version instead
                      </Button>
                    </span>
                  )}
                </div>
              )}
              {base === undefined ? null : (
                <div className="pt-3 empty:hidden">
                  <ChangedMeanwhile
                    key={taken}
                    now={base}
                    what="this segment"
                    {...(base.updatedBy === null ? {} : { by: base.updatedBy })}
                    changesOf={changesOf}
                  />
                </div>
              )}
            </div>
            {shown === undefined || shown.narrowing.length === 0 ? null : (
              <div className="border-t border-line px-4 py-4.5 md:px-5">
                <Narrowing
                  totalCount={shown.everyone.customerCount}
                  lines={shown.narrowing}
                  isExact={shown.isExact}
                />
              </div>
            )}
          </div>
          <div className="min-w-0">
            {shown !== undefined ? (
              <RulePreview preview={shown} isStale={quick.isPlaceholderData || quick.isError} />
            ) : quick.isError ? (
              <ErrorState
                title="Who is in it did not load"
                message={quick.error.message}
                requestId={requestIdOf(quick.error)}
                onRetry={() => void quick.refetch()}
                retrying={quick.isFetching}
              />
            ) : (
              <div className="flex flex-col gap-3 px-5 py-4.5">
                <Skeleton className="h-10 w-40" />
                <Skeleton className="h-3 w-full" />
                <Skeleton className="h-40 w-full" />
              </div>
            )}
          </div>
        </SheetRow>
      </Sheet>
    </>
  );
}
