import { caseReasons } from "@forestay/contracts/wire";
import type { CaseReason } from "@forestay/contracts/wire";
import { caseInput } from "@forestay/contracts/schemas";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { Select } from "@/components/ui/select.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { PersonSelect } from "@/components/work/person-select.tsx";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { useOpenCase } from "../api/work-changes.ts";

export const reasonOptions = (Object.entries(caseReasons) as [CaseReason, string][]).map(
  ([value, label]) => ({ value, label }),
);

/** Why the customer is at risk, what is planned, and whose case it is. */
export function OpenCaseDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const { id: myId } = useCurrentUser();
  const open = useOpenCase(customerId);
  const form = useServerForm({
    schema: caseInput,
    defaultValues: { plan: "", ownerUserId: myId },
    send: (body) => open.mutateAsync(body),
    onSent: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Open a risk case"
      description="From the first concern to saved or lost. How it ends is counted in Insights, and models learn from a loss."
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form="open-case"
            variant="primary"
            pending={form.isPending}
            pendingLabel="Opening..."
          >
            Open case
          </Button>
        </>
      }
    >
      <form id="open-case" noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormField form={form} name="reason" label="Why it is at risk">
          {(control) => <Select {...control} placeholder="Choose a reason" options={reasonOptions} />}
        </FormField>
        <FormField form={form} name="plan" label="Plan" hint="optional">
          {({ value, ...control }) => <TextArea {...control} value={value ?? ""} rows={3} maxLength={2000} />}
        </FormField>
        <FormField form={form} name="ownerUserId" label="Whose case">
          {({ value, onChange, ...control }) => (
            <PersonSelect {...control} label="Whose case" value={value ?? null} onChange={onChange} />
          )}
        </FormField>
        <FormProblem problem={form.problem} />
      </form>
    </Dialog>
  );
}
