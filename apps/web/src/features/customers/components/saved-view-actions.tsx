import { customerViewInput, customerViewUpdate } from "@forestay/contracts/schemas";
import type { CustomerSortField, CustomerView } from "@forestay/contracts/wire";
import { criteriaSentence } from "@forestay/contracts/words";
import { useQuery } from "@tanstack/react-query";
import { BookmarkPlus, BookmarkX, Pencil } from "lucide-react";
import { useState } from "react";
import type { FieldPathByValue, FieldValues } from "react-hook-form";
import { criterionFieldsQuery } from "@/components/criteria/criterion-fields-query.ts";
import { ChangedMeanwhile } from "@/components/form/changed-meanwhile.tsx";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import type { TextName } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import type { ServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatMoney } from "@/lib/format/index.ts";
import { ruleDay } from "@/lib/format/rule-values.ts";
import { useChangeView, useRemoveView, useSaveView } from "../api/view-queries.ts";
import type { CustomerListState } from "../hooks/customer-list-state.ts";

const sortWords: Record<CustomerSortField, string> = {
  churnRiskScore: "risk",
  fullName: "name",
  email: "e-mail",
  lifetimeValue: "lifetime value",
  monthlyRevenue: "revenue",
  valueAtRisk: "value at risk",
  plan: "plan",
  subscriptionStatus: "subscription",
  tenure: "tenure",
  lastActivity: "last activity",
  createdAt: "when they were added",
};

interface ViewActionsProps {
  views: readonly CustomerView[];
  /** The saved view that the list shows right now. */
  saved: CustomerView | undefined;
  view: CustomerListState;
  /** Whether the list shows what is neither a saved view nor one of the ready-made. */
  isOther: boolean;
  currency: string;
  onRemoved: () => void;
}

/** What can be done with what the list shows: keep it as a view, as another or in the one it began from, or change that. */
export function ViewActions({ views, saved, view, isOther, currency, onRemoved }: ViewActionsProps) {
  const mayShare = usePolicy("customers:write");
  const [lastId, setLastId] = useState<string>();
  const [changing, setChanging] = useState<"name" | "rules">();
  if (saved !== undefined && saved.id !== lastId) setLastId(saved.id);
  const last = views.find(({ id }) => id === lastId);
  const mayChange = last !== undefined && (!last.isShared || mayShare);
  return (
    <>
      {saved === undefined ? (
        <>
          {/* One that is shown without the lines it lost may be a ready-made one by then. */}
          {mayChange && (isOther || last.brokenLines.length > 0) ? (
            <Button size="sm" variant="ghost" icon={<Pencil />} onClick={() => setChanging("rules")}>
              Update '{last.name}'
            </Button>
          ) : null}
          {view.filters.length === 0 && view.search === "" ? null : <SaveView view={view} />}
        </>
      ) : (
        <>
          {mayChange ? (
            <Button size="sm" variant="ghost" icon={<Pencil />} onClick={() => setChanging("name")}>
              Edit view
            </Button>
          ) : null}
          <RemoveView view={saved} onRemoved={onRemoved} />
        </>
      )}
      {changing === undefined || last === undefined ? null : (
        <ChangeView
          kept={last}
          shown={changing === "rules" ? view : null}
          currency={currency}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}

interface ChangeViewProps {
  kept: CustomerView;
  /** What it shall show from now on; null: what it shows. */
  shown: CustomerListState | null;
  currency: string;
  onClose: () => void;
}

/** A saved view's name, whose it is and what it shows. Of somebody else's change meanwhile it says so and keeps what was typed. */
function ChangeView({ kept, shown, currency, onClose }: ChangeViewProps) {
  const change = useChangeView();
  const known = useQuery(criterionFieldsQuery()).data?.items ?? [];
  const format = { money: (amount: number) => formatMoney(amount, currency), date: ruleDay };
  const words = ({ search, conditions, sort, direction }: CustomerView) =>
    [
      criteriaSentence(conditions, known, format),
      ...(search === "" ? [] : [`found by “${search}”`]),
      `by ${sortWords[sort]}, ${direction === "asc" ? "rising" : "falling"}`,
    ].join(", ");
  const shows = shown === null ? kept : { ...shown, conditions: shown.filters };
  const stored = {
    name: kept.name,
    isShared: kept.isShared,
    search: shows.search,
    conditions: shows.conditions,
    sort: shows.sort,
    direction: shows.direction,
    version: kept.version,
  };
  const form = useServerForm({
    schema: customerViewUpdate,
    defaultValues: stored,
    values: stored,
    send: (body) => change.mutateAsync({ id: kept.id, ...body }),
    onSent: (saved) => {
      toast.success(`'${saved.name}' is saved`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={shown === null ? "Edit the view" : `Update the view '${kept.name}'`}
      description={
        shown === null ? "What it shows stays as it is." : "From now on it shows what the list shows now."
      }
    >
      <form onSubmit={form.submit} className="flex flex-col gap-4" noValidate>
        <ViewFields form={form} names={{ name: "name", isShared: "isShared" }} />
        <ChangedMeanwhile
          now={kept}
          what="this view"
          changesOf={(before, now) => [
            before.name === now.name ? null : `Name: ${now.name}`,
            before.isShared === now.isShared
              ? null
              : now.isShared
                ? "It is the team's now"
                : "It is a person's own now",
            words(before) === words(now) ? null : `It shows: ${words(now)}`,
          ]}
        />
        <FormProblem problem={form.problem} />
        <FormEnd label="Save view" isPending={form.isPending} />
      </form>
    </Dialog>
  );
}

/** What the list shows becomes a view with a name. */
function SaveView({ view }: { view: CustomerListState }) {
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
      <ViewFields form={form} names={{ name: "name", isShared: "isShared" }} />
      <FormProblem problem={form.problem} />
      <FormEnd label="Save view" isPending={form.isPending} />
    </form>
  );
}

interface ViewFieldsProps<Values extends FieldValues> {
  form: ServerForm<Values>;
  names: { name: TextName<Values>; isShared: FieldPathByValue<Values, boolean | undefined> };
}

/** A view's name, and whether the team has it: for those who may write for the team. */
function ViewFields<Values extends FieldValues>({ form, names }: ViewFieldsProps<Values>) {
  const mayShare = usePolicy("customers:write");
  return (
    <>
      <TextField form={form} name={names.name} label="Name" maxLength={60} />
      {mayShare ? (
        <FormField form={form} name={names.isShared} label="Who sees it" hideLabel>
          {({ value, onChange }) => (
            <Checkbox label="Share it with the team" checked={value === true} onChange={onChange} />
          )}
        </FormField>
      ) : null}
    </>
  );
}

function FormEnd({ label, isPending }: { label: string; isPending: boolean }) {
  return (
    <div className="flex justify-end gap-2.5">
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" variant="primary" pending={isPending} pendingLabel="Saving...">
        {label}
      </Button>
    </div>
  );
}

/** Takes a saved view away; the customers in it stay as they are. */
function RemoveView({ view, onRemoved }: { view: CustomerView; onRemoved: () => void }) {
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
