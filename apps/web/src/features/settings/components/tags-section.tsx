import { tagRename } from "@forestay/contracts/schemas";
import { tagEndpoints } from "@forestay/contracts/wire";
import type { CountedTag, SegmentUse, TagUses } from "@forestay/contracts/wire";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TextField } from "@/components/form/text-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { call } from "@/lib/api/index.ts";
import { customerKeys, segmentKeys, workKeys } from "@/lib/api/query-keys.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { Loaded } from "./loaded.tsx";

/** Every tag with how many customers have it: its name is changed on all of them, and it is taken off all of them. */
export function TagsSection() {
  const tags = useQuery({
    queryKey: workKeys.tags,
    queryFn: ({ signal }) => call(tagEndpoints.list, { signal }),
  });
  return (
    <section className="px-4 py-5 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">Tags</h2>
      <p className="m-0 pt-0.5 pb-2 text-ui text-ink-2">
        A tag is made by giving it to a customer. Another name shows on everybody who has it.
      </p>
      <Loaded query={tags} what="The tags" inset>
        {({ items }) =>
          items.length === 0 ? (
            <p className="m-0 text-ui text-ink-2">
              None yet. Give a customer one on their page, or many at once in the list.
            </p>
          ) : (
            <ul className="m-0 list-none divide-y divide-line p-0">
              {items.map((tag) => (
                <TagRow key={tag.id} tag={tag} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function TagRow({ tag }: { tag: CountedTag }) {
  const [doing, setDoing] = useState<"rename" | "delete">();
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-ui">
      <span className="min-w-0 flex-1 basis-60">
        <span className="font-strong break-words text-ink">{tag.name}</span>
        <span className="block text-note text-ink-2">{formatCounted(tag.customerCount, "customer")}</span>
      </span>
      <span className="flex gap-2">
        <Button size="sm" aria-label={`Rename ${tag.name}`} onClick={() => setDoing("rename")}>
          Rename
        </Button>
        <Button
          size="sm"
          variant="danger"
          aria-label={`Delete ${tag.name}`}
          onClick={() => setDoing("delete")}
        >
          Delete
        </Button>
      </span>
      {doing === "rename" ? <RenameTag tag={tag} onClose={() => setDoing(undefined)} /> : null}
      {doing === "delete" ? <DeleteTag tag={tag} onClose={() => setDoing(undefined)} /> : null}
    </li>
  );
}

/** Tags stand on customers, in rules and in their own list. */
function useTagChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [workKeys.tags, workKeys.all, customerKeys.all, segmentKeys.all].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

interface TagDialogProps {
  tag: CountedTag;
  onClose: () => void;
}

function RenameTag({ tag, onClose }: TagDialogProps) {
  const changed = useTagChanged();
  const form = useServerForm({
    schema: tagRename,
    // The name that was on the screen: where somebody else changed it meanwhile, theirs is kept and said.
    defaultValues: { name: tag.name, from: tag.name },
    send: (body) => call(tagEndpoints.rename, { params: { id: tag.id }, body }),
    onSent: (renamed) => {
      void changed();
      toast.success(`The tag is called '${renamed.name}'`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Rename '${tag.name}'`}
      description={`It is called so on ${formatCounted(tag.customerCount, "customer")}, and in every rule that asks for it.`}
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField form={form} name="name" label="Name" maxLength={40} />
        <FormProblem problem={form.problem} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            pending={form.isPending}
            pendingLabel="Saving..."
            disabled={!form.isDirty}
          >
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function DeleteTag({ tag, onClose }: TagDialogProps) {
  const changed = useTagChanged();
  const uses = useQuery({
    queryKey: [...workKeys.tags, tag.id],
    queryFn: ({ signal }) => call(tagEndpoints.uses, { params: { id: tag.id }, signal }),
    // Rules change meanwhile: asked anew each time somebody is about to do it.
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => call(tagEndpoints.delete, { params: { id: tag.id } }),
    onSuccess: () => {
      void changed();
      toast.success(`The tag '${tag.name}' is deleted`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Delete '${tag.name}'?`}
      description={`It is taken off ${formatCounted(tag.customerCount, "customer")}, which cannot be taken back.`}
      confirmLabel="Delete tag"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <QueryView
        query={uses}
        loading="Looking for what asks for it"
        failed="What asks for it was not found out"
        skeleton={<Skeleton className="h-5 w-full" />}
        inset
      >
        {(known) => <UsesOfTag uses={known} />}
      </QueryView>
    </ConfirmDialog>
  );
}

const words: Record<SegmentUse["kind"], string> = {
  segment: "Segment",
  view: "View of the team",
  campaign: "Campaign",
  audience: "Audience",
};

function UsesOfTag({ uses: { usedBy, ownViews } }: { uses: TagUses }) {
  return (
    <div className="flex flex-col gap-1.5 text-ui text-ink-2">
      {usedBy.length === 0 ? (
        <p className="m-0">No segment, view of the team or campaign asks for it.</p>
      ) : (
        <>
          <p className="m-0">It cannot be deleted while these ask for it. Change them first:</p>
          <ul className="m-0 list-none p-0">
            {usedBy.map(({ kind, id, name }) => (
              <li key={id} className="py-0.5">
                {words[kind]}: <span className="text-ink">{name}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {ownViews === 0 ? null : (
        <p className="m-0">
          {ownViews === 1
            ? "One view of a person's own asks for it, and needs another line then."
            : `${ownViews} views of people's own ask for it, and need another line then.`}
        </p>
      )}
    </div>
  );
}
