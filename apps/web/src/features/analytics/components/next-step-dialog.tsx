import type { NextStep, NextSteps } from "@forestay/contracts/wire";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useNextSteps } from "../api/plan-queries.ts";
import { asSent, newCode } from "../hooks/next-steps.ts";
import { saidOfStep, stepDraft } from "../hooks/step-draft.ts";
import type { StepEdit } from "../hooks/step-draft.ts";

type Step = NextSteps["steps"][number];

interface NextStepDialogProps {
  steps: readonly Step[];
  /** The one being edited; null = a new one, which is tried first. */
  step: Step | null;
  onClose: () => void;
}

/** A next step's words and the factors it answers. What was typed stays when it cannot be saved. */
export function NextStepDialog({ steps, step, onClose }: NextStepDialogProps) {
  const save = useNextSteps();
  const isProductStep = step?.isProductStep ?? false;
  const form = useServerForm({
    schema: stepDraft(isProductStep),
    defaultValues: {
      title: step?.title ?? "",
      detail: step?.detail ?? "",
      keywords: step?.keywords.join(", ") ?? "",
    },
    send: (edited) => {
      const next = withStep(steps, step, edited);
      const place = step === null ? 0 : steps.findIndex(({ code }) => code === step.code);
      return save.mutateAsync({ steps: asSent(next) }).catch((error: unknown) => {
        throw saidOfStep(error, place);
      });
    },
    onSent: () => {
      toast.success(step === null ? "The step is added" : "The step is saved");
      onClose();
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={step === null ? "Add a next step" : "Edit the next step"}
      description="The next analysis recommends it for the factors it answers."
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form="next-step"
            variant="primary"
            pending={form.isPending}
            pendingLabel="Saving..."
          >
            Save
          </Button>
        </>
      }
    >
      <form id="next-step" noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField form={form} name="title" label="What to do" fieldSize="lg" maxLength={120} />
        <FormField form={form} name="detail" label="Why, or how" hint="optional">
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={500}
              className="w-full rounded-control border border-line-control bg-sheet px-3 py-2 text-body text-ink field-focus touch:text-input"
            />
          )}
        </FormField>
        <TextField
          form={form}
          name="keywords"
          label="Factors it answers"
          help={
            isProductStep
              ? `Words that the factor's name holds, with commas between. Empty: ${step?.keywords.length === 0 ? step.about.toLowerCase() : "as by default"}.`
              : "Words that the factor's name holds, with commas between: seats, license"
          }
          fieldSize="lg"
        />
        <FormProblem problem={form.problem} />
      </form>
    </Dialog>
  );
}

/** The list with the step as edited; a new one in front of it, enabled. */
function withStep(steps: readonly Step[], step: Step | null, edited: StepEdit): NextStep[] {
  if (step !== null) return steps.map((one) => (one.code === step.code ? { ...one, ...edited } : one));
  const taken = steps.map(({ code }) => code);
  return [{ ...edited, code: newCode(edited.title, taken), enabled: true }, ...steps];
}
