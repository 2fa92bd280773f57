import type { NextSteps } from "@forestay/contracts/wire";
import { useState } from "react";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useNextSteps } from "../api/plan-queries.ts";
import { asSent, draftProblems, keywordsOf, newCode } from "../hooks/next-steps.ts";
import type { StepDraft } from "../hooks/next-steps.ts";

type Step = NextSteps["steps"][number];

interface NextStepDialogProps {
  steps: readonly Step[];
  /** The one being edited; null = a new one, which is tried first. */
  step: Step | null;
  onClose: () => void;
}

/** A next step's words and the factors it answers. What was typed stays when it cannot be saved. */
export function NextStepDialog({ steps, step, onClose }: NextStepDialogProps) {
  const [draft, setDraft] = useState<StepDraft>({
    title: step?.title ?? "",
    detail: step?.detail ?? "",
    keywords: step?.keywords.join(", ") ?? "",
  });
  const [tried, setTried] = useState(false);
  const save = useNextSteps();
  const isProductStep = step?.isProductStep ?? false;
  const problems = draftProblems(draft, isProductStep);
  const shown = tried ? problems : {};
  const set = (patch: Partial<StepDraft>) => setDraft((now) => ({ ...now, ...patch }));

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0 || save.isPending) return;
    const edited = {
      title: draft.title.trim(),
      detail: draft.detail.trim(),
      keywords: keywordsOf(draft.keywords),
    };
    const next =
      step === null
        ? [
            {
              ...edited,
              code: newCode(
                edited.title,
                steps.map(({ code }) => code),
              ),
              enabled: true,
            },
            ...steps,
          ]
        : steps.map((one) => (one.code === step.code ? { ...one, ...edited } : one));
    save.mutate(
      { steps: asSent(next) },
      {
        onSuccess: () => {
          toast.success(step === null ? "The step is added" : "The step is saved");
          onClose();
        },
      },
    );
  }

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
            pending={save.isPending}
            pendingLabel="Saving..."
          >
            Save
          </Button>
        </>
      }
    >
      <form id="next-step" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="What to do" error={shown.title}>
          {(control) => (
            <Input
              {...control}
              fieldSize="lg"
              maxLength={120}
              value={draft.title}
              onChange={(event) => set({ title: event.target.value })}
            />
          )}
        </Field>
        <Field label="Why, or how" hint="optional">
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={500}
              value={draft.detail}
              onChange={(event) => set({ detail: event.target.value })}
              className="w-full rounded-control border border-line-control bg-sheet px-3 py-2 text-body text-ink field-focus touch:text-input"
            />
          )}
        </Field>
        <Field
          label="Factors it answers"
          help={
            isProductStep
              ? `Words that the factor's name holds, with commas between. Empty: ${step?.keywords.length === 0 ? step.about.toLowerCase() : "as by default"}.`
              : "Words that the factor's name holds, with commas between: seats, license"
          }
          error={shown.keywords}
        >
          {(control) => (
            <Input
              {...control}
              fieldSize="lg"
              value={draft.keywords}
              onChange={(event) => set({ keywords: event.target.value })}
            />
          )}
        </Field>
        {save.isError ? (
          <p role="alert" className="m-0 text-ui text-danger-text">
            {save.error.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
