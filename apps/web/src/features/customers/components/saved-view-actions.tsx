import { customerViewInput } from "@forestay/contracts/schemas";
import type { CustomerView } from "@forestay/contracts/wire";
import { BookmarkPlus, BookmarkX } from "lucide-react";
import { useState } from "react";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { useRemoveView, useSaveView } from "../api/view-queries.ts";
import type { CustomerListState } from "../hooks/customer-list-state.ts";

/** What the list shows becomes a view with a name. */
export function SaveView({ view }: { view: CustomerListState }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" icon={<BookmarkPlus />} onClick={() => setOpen(true)}>
        Save view
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Save this view"
        description="Its filters, search and order, as a tab of this list."
      >
        <SaveForm view={view} onSaved={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function SaveForm({ view, onSaved }: { view: CustomerListState; onSaved: () => void }) {
  const save = useSaveView();
  const mayShare = usePolicy("customers:write");
  const form = useServerForm({
    schema: customerViewInput,
    defaultValues: {
      name: "",
      isShared: false,
      search: view.search,
      conditions: view.filters,
      sort: view.sort,
      direction: view.direction,
    },
    send: (body) => save.mutateAsync(body),
    onSent: (saved) => {
      toast.success(`'${saved.name}' is saved`);
      onSaved();
    },
  });
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4" noValidate>
      <TextField form={form} name="name" label="Name" maxLength={60} />
      {mayShare ? (
        <FormField form={form} name="isShared" label="Who sees it" hideLabel>
          {({ value, onChange }) => (
            <Checkbox label="Share it with the team" checked={value === true} onChange={onChange} />
          )}
        </FormField>
      ) : null}
      <FormProblem problem={form.problem} />
      <div className="flex justify-end gap-2.5">
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={form.isPending} pendingLabel="Saving...">
          Save view
        </Button>
      </div>
    </form>
  );
}

/** Takes a saved view away; the customers in it stay as they are. */
export function RemoveView({ view, onRemoved }: { view: CustomerView; onRemoved: () => void }) {
  const [isAsking, ask] = useState(false);
  const remove = useRemoveView();
  const mayRemove = usePolicy("customers:write");
  if (view.isShared && !mayRemove) return null;
  return (
    <>
      <Button size="sm" variant="ghost" icon={<BookmarkX />} onClick={() => ask(true)}>
        Remove view
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={ask}
        title={`Remove the view '${view.name}'?`}
        description={
          view.isShared
            ? "Nobody in your team sees it any more. The customers in it stay as they are."
            : "The customers in it stay as they are."
        }
        confirmLabel="Remove view"
        pendingLabel="Removing..."
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(view, {
            onSuccess: () => {
              ask(false);
              onRemoved();
            },
          })
        }
      />
    </>
  );
}
