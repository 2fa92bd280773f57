import type { NextSteps, StepEffect } from "@forestay/contracts/wire";
import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { StepEffectLine } from "@/components/step-effect.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useNextSteps } from "../api/plan-queries.ts";
import { asSent, moved } from "../hooks/next-steps.ts";
import { NextStepDialog } from "./next-step-dialog.tsx";

type Step = NextSteps["steps"][number];

/** The steps in the order they are tried. Each change is saved at once. */
export function NextStepList({
  steps,
  effects,
  mayEdit,
}: {
  steps: readonly Step[];
  /** What was measured of those ever taken; null while it is not known. */
  effects: readonly StepEffect[] | null;
  mayEdit: boolean;
}) {
  const [editing, setEditing] = useState<Step | null>(null);
  const [removing, setRemoving] = useState<Step | null>(null);
  const save = useNextSteps();
  const put = (next: readonly Step[], done: string) =>
    save.mutate(
      { steps: asSent(next) },
      {
        onSuccess: () => {
          setRemoving(null);
          toast.success(done);
        },
        onError: (error) => toast.error("Not saved", error.message),
      },
    );
  return (
    <>
      <ol
        aria-label="Next steps"
        aria-busy={save.isPending || undefined}
        className="m-0 list-none divide-y divide-line p-0"
      >
        {steps.map((step, index) => (
          <li
            key={step.code}
            className="grid gap-x-6 gap-y-2 px-4 py-3.5 room:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_auto] md:px-5"
          >
            <div className="min-w-0">
              <p className="m-0 text-note text-ink-3">Answers</p>
              <p className="m-0 text-ui text-ink">{step.about}</p>
            </div>
            <div className="min-w-0">
              <p className="m-0 text-ui font-strong break-words text-ink">
                {step.title}
                {step.enabled ? null : <span className="font-regular text-ink-3"> (off)</span>}
              </p>
              {step.detail === "" ? null : (
                <p className="m-0 text-note break-words text-ink-2">{step.detail}</p>
              )}
              {effects === null ? null : (
                <StepEffectLine effect={effects.find(({ code }) => code === step.code)} />
              )}
            </div>
            {mayEdit ? (
              <div className="flex items-center gap-1">
                <Switch
                  checked={step.enabled}
                  label={<span className="sr-only">Recommend “{step.title}”</span>}
                  disabled={save.isPending}
                  onChange={(enabled) =>
                    put(
                      steps.map((one) => (one === step ? { ...one, enabled } : one)),
                      enabled ? "The step is recommended" : "The step is off",
                    )
                  }
                />
                <IconButton
                  label={`Move “${step.title}” up`}
                  size="sm"
                  disabled={index === 0 || save.isPending}
                  onClick={() => put(moved(steps, index, -1), "The order is saved")}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label={`Move “${step.title}” down`}
                  size="sm"
                  disabled={index === steps.length - 1 || save.isPending}
                  onClick={() => put(moved(steps, index, 1), "The order is saved")}
                >
                  <ArrowDown />
                </IconButton>
                <IconButton label={`Edit “${step.title}”`} size="sm" onClick={() => setEditing(step)}>
                  <Pencil />
                </IconButton>
                <IconButton label={`Remove “${step.title}”`} size="sm" onClick={() => setRemoving(step)}>
                  <Trash2 />
                </IconButton>
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {editing === null ? null : (
        <NextStepDialog steps={steps} step={editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title="Remove this step?"
        description={`“${removing?.title ?? ""}” is no longer recommended. Factors that it answered go to the next step that does, or get none.`}
        confirmLabel="Remove"
        pending={save.isPending}
        error={save.error}
        onConfirm={() =>
          put(
            steps.filter((one) => one !== removing),
            "The step is removed",
          )
        }
      />
    </>
  );
}
