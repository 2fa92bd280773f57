import { caseUpdate } from "@forestay/contracts/schemas";
import { CaseStage } from "@forestay/contracts/wire";
import type { RiskCase } from "@forestay/contracts/wire";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { Select } from "@/components/ui/select.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { PersonSelect } from "@/components/work/person-select.tsx";
import { useChangeCase } from "../api/work-changes.ts";
import { CaseChanges } from "./case-changes.tsx";
import { reasonOptions } from "./open-case-dialog.tsx";

/** Reason, plan and owner of an open case. Of somebody else's change meanwhile it says so and keeps what was typed. */
export function EditCaseDialog({ riskCase, onClose }: { riskCase: RiskCase; onClose: () => void }) {
  const change = useChangeCase();
  const stored = {
    stage: openStageOf(riskCase),
    reason: riskCase.reason,
    plan: riskCase.plan,
    ownerUserId: riskCase.owner?.userId ?? null,
    version: riskCase.version,
  };
  const form = useServerForm({
    schema: caseUpdate,
    defaultValues: stored,
    values: stored,
    send: (body) => change.mutateAsync({ id: riskCase.id, ...body }),
    onSent: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Edit the case"
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form="edit-case"
            variant="primary"
            pending={form.isPending}
            pendingLabel="Saving..."
          >
            Save
          </Button>
        </>
      }
    >
      <form id="edit-case" noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormField form={form} name="reason" label="Why it is at risk">
          {(control) => <Select {...control} options={reasonOptions} />}
        </FormField>
        <FormField form={form} name="plan" label="Plan" hint="optional">
          {({ value, ...control }) => <TextArea {...control} value={value ?? ""} rows={4} maxLength={2000} />}
        </FormField>
        <FormField form={form} name="ownerUserId" label="Whose case">
          {({ value, onChange, ...control }) => (
            <PersonSelect {...control} label="Whose case" value={value ?? null} onChange={onChange} />
          )}
        </FormField>
        <CaseChanges riskCase={riskCase} />
        <FormProblem problem={form.problem} />
      </form>
    </Dialog>
  );
}

/** The stage of an open case; of a closed one nobody asks. */
export function openStageOf({ stage }: RiskCase): 0 | 1 | 2 {
  return stage === CaseStage.Recovered || stage === CaseStage.Lost ? CaseStage.Saving : stage;
}
