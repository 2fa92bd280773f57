import { tagInput } from "@forestay/contracts/schemas";
import type { CustomerKeeping, Tag as TagOfCustomer } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { QueryView } from "@/components/query-view.tsx";
import { PersonSelect } from "@/components/work/person-select.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { useAddTag, useRemoveTag, useSetOwner } from "../api/work-changes.ts";
import { workQueries } from "../api/work-queries.ts";

const failed = (error: Error) => toast.error("That could not be saved", error.message);

/** Who looks after the customer, what people call it, and which segments it is in. */
export function KeepingCell({ customerId }: { customerId: string }) {
  const keeping = useQuery(workQueries.keeping(customerId));
  return (
    <Cell>
      <h2 className="sr-only">Owner, tags and segments</h2>
      <QueryView
        query={keeping}
        loading="Loading owner and tags"
        failed="Owner and tags did not load"
        skeleton={<Skeleton className="h-24" />}
        inset
      >
        {(known) =>
          known === null ? null : (
            <dl className="m-0 flex flex-col gap-2.5 text-ui">
              <Line term="Owner">
                <Owner customerId={customerId} owner={known.owner} />
              </Line>
              <Line term="Tags">
                <Tags customerId={customerId} tags={known.tags} />
              </Line>
              <Line term="Segments">
                {known.segments.length === 0 ? (
                  <span className="text-ink-3">In none</span>
                ) : (
                  <span className="flex flex-wrap gap-x-2.5 gap-y-1">
                    {known.segments.map(({ id, name }) => (
                      <Link key={id} to={`/app/segments/${id}`} className="rounded-check text-ink">
                        {name}
                      </Link>
                    ))}
                  </span>
                )}
              </Line>
            </dl>
          )
        }
      </QueryView>
    </Cell>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid min-h-7 grid-cols-[76px_minmax(0,1fr)] items-start gap-x-3">
      <dt className="pt-1 text-ink-2">{term}</dt>
      <dd className="m-0 min-w-0 pt-0.5">{children}</dd>
    </div>
  );
}

function Owner({ customerId, owner }: { customerId: string; owner: CustomerKeeping["owner"] }) {
  /** Whose it was when somebody else was to be chosen. */
  const [before, setBefore] = useState<string | null>();
  const set = useSetOwner(customerId);
  if (before !== undefined) {
    return (
      <PersonSelect
        label="Owner"
        value={owner?.userId ?? null}
        onChange={(userId) =>
          set.mutate({ userId, before }, { onError: failed, onSettled: () => setBefore(undefined) })
        }
      />
    );
  }
  return (
    <span className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
      {owner === null ? (
        <span className="text-ink-3">Nobody</span>
      ) : (
        <span className="flex min-w-0 items-center gap-2 font-emphasis text-ink">
          <Avatar name={owner.name} id={owner.userId} size={24} />
          <span className="truncate">{owner.name}</span>
        </span>
      )}
      <Authorize policy="customers:write">
        <Button size="sm" variant="ghost" onClick={() => setBefore(owner?.userId ?? null)}>
          {owner === null ? "Assign" : "Change"}
        </Button>
      </Authorize>
    </span>
  );
}

function Tags({ customerId, tags }: { customerId: string; tags: readonly TagOfCustomer[] }) {
  const remove = useRemoveTag(customerId);
  const [isAdding, setAdding] = useState(false);
  return (
    <span className="flex flex-col gap-2">
      <span className="flex min-h-7 flex-wrap items-center gap-1.5">
        {tags.map(({ id, name }) => (
          <Tag key={id} className="max-w-full pr-0.5">
            <span className="truncate">{name}</span>
            <Authorize policy="customers:write">
              <IconButton
                label={`Remove tag ${name}`}
                size="sm"
                tooltip={false}
                className="size-5 [&_svg]:size-3"
                onClick={() => remove.mutate(id, { onError: failed })}
              >
                <X />
              </IconButton>
            </Authorize>
          </Tag>
        ))}
        <Authorize
          policy="customers:write"
          fallback={tags.length === 0 ? <span className="text-ink-3">None</span> : null}
        >
          {isAdding ? null : (
            <Button size="sm" variant="ghost" icon={<Plus />} onClick={() => setAdding(true)}>
              Tag
            </Button>
          )}
        </Authorize>
      </span>
      {isAdding ? <AddTag customerId={customerId} tags={tags} onDone={() => setAdding(false)} /> : null}
    </span>
  );
}

interface AddTagProps {
  customerId: string;
  tags: readonly TagOfCustomer[];
  onDone: () => void;
}

function AddTag({ customerId, tags, onDone }: AddTagProps) {
  const known = useQuery(workQueries.tags());
  const add = useAddTag(customerId);
  const offered = (known.data?.items ?? []).filter(({ id }) => !tags.some((tag) => tag.id === id));
  const form = useServerForm({
    schema: tagInput,
    defaultValues: { name: "" },
    send: ({ name }) => add.mutateAsync(name),
    onSent: () => form.reset({ name: "" }),
  });
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-1.5">
      <span className="flex items-start gap-2">
        <FormField form={form} name="name" label="Tag" hideLabel className="min-w-0 flex-1">
          {({ value, onChange, ref, ...control }) => (
            <Input
              {...control}
              placeholder="Logistics"
              list={`tags-${customerId}`}
              maxLength={40}
              value={value}
              ref={ref}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by the press before it
              autoFocus
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Escape") onDone();
              }}
            />
          )}
        </FormField>
        <datalist id={`tags-${customerId}`}>
          {offered.map((tag) => (
            <option key={tag.id} value={tag.name}>
              {tag.name}
            </option>
          ))}
        </datalist>
        <Button size="sm" type="submit" pending={form.isPending} pendingLabel="Adding...">
          Add
        </Button>
        <Button size="sm" variant="ghost" onClick={onDone}>
          Done
        </Button>
      </span>
      <FormProblem problem={form.problem} />
    </form>
  );
}
