import type { CustomerDetail, MergePreview } from "@forestay/contracts/wire";
import { typeToConfirm } from "@forestay/contracts/words";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { z } from "zod";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { mergePreviewQuery, useMergeCustomers, type MergedPair } from "../api/customer-data-queries.ts";
import { MergeComparison } from "./merge-comparison.tsx";
import { MergeSearch } from "./merge-search.tsx";

interface MergeDialogProps {
  customer: CustomerDetail;
  /** Who is compared at once; without one the other is looked for. */
  otherId?: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Another customer is found that is the same, the two are compared, and they become one. */
export function MergeDialog({ customer, otherId, open, onOpenChange }: MergeDialogProps) {
  const [pair, setPair] = useState<MergedPair | null>(
    otherId === undefined ? null : { keptId: customer.id, otherId },
  );
  const change = (next: boolean) => {
    setPair(null);
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      className="max-w-168 min-w-0"
      title={`Merge ${customer.fullName} with another customer`}
      {...(pair === null && {
        description: "Two records of one person or account become one. First choose the other one.",
      })}
    >
      {pair === null ? (
        <MergeSearch customer={customer} onChoose={(otherId) => setPair({ keptId: customer.id, otherId })} />
      ) : (
        <Compared
          // What was typed for one pair says nothing of another.
          key={pair.keptId}
          pair={pair}
          onSwap={() => setPair({ keptId: pair.otherId, otherId: pair.keptId })}
          onBack={() => setPair(null)}
          onMerged={() => change(false)}
        />
      )}
    </Dialog>
  );
}

interface ComparedProps {
  pair: MergedPair;
  onSwap: () => void;
  onBack: () => void;
  onMerged: () => void;
}

function Compared({ pair, onBack, ...rest }: ComparedProps) {
  const preview = useQuery(mergePreviewQuery(pair));
  return (
    <div ref={takeFocus} tabIndex={-1} className="outline-none">
      <Button size="sm" variant="ghost" onClick={onBack} className="-ml-2 mb-2">
        <ArrowLeft />
        Choose another one
      </Button>
      <QueryView
        query={preview}
        loading="Comparing the two"
        failed="These two cannot be merged now"
        skeleton={<Skeleton className="h-80" />}
        inset
      >
        {(data) => <MergeForm preview={data} pair={pair} {...rest} />}
      </QueryView>
    </div>
  );
}

/** The search field that had it is gone: without this the focus would be nowhere. */
const takeFocus = (part: HTMLElement | null) => part?.focus();

interface MergeFormProps extends Omit<ComparedProps, "onBack"> {
  preview: MergePreview;
}

function MergeForm({ preview, pair, onSwap, onMerged }: MergeFormProps) {
  const { kept, other } = preview;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const merge = useMergeCustomers(pair);
  const typed = other.fullName.trim();
  const form = useServerForm({
    schema: z.object({
      typedName: z
        .string()
        .trim()
        .refine((given) => given === typed, typeToConfirm(typed)),
    }),
    defaultValues: { typedName: "" },
    send: ({ typedName }) => merge.mutateAsync(typedName),
    onSent: () => {
      onMerged();
      toast.success(`${other.fullName} is part of ${kept.fullName} now`);
      // First away from the address of the one that is gone.
      void Promise.resolve(navigate(`/app/customers/${kept.id}`)).then(() => {
        queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(other.id) });
        return queryClient.invalidateQueries();
      });
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <MergeComparison preview={preview} onSwap={onSwap} />
      <TextField
        form={form}
        name="typedName"
        label={typeToConfirm(typed)}
        autoComplete="off"
        fieldSize="lg"
      />
      <FormProblem problem={form.problem} />
      <div className="flex flex-wrap justify-end gap-2 pb-1">
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={form.isPending} pendingLabel="Merging...">
          Merge
        </Button>
      </div>
    </form>
  );
}
