import { DAY_MS, STEP_TAKES_DAYS } from "@forestay/contracts/wire";
import type { CustomerDetail, StepDone, StepEffect } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Check, Lightbulb } from "lucide-react";
import { StepEffectLine } from "@/components/step-effect.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatRelativeInline } from "@/lib/format/index.ts";
import { stepEffectsQuery, stepsDoneQuery, useMarkStep, useUnmarkStep } from "../api/steps-done-queries.ts";

interface RecommendedActionsProps {
  customerId: string;
  steps: readonly Step[];
  /** When the score was given that they answer. */
  scoredAt: string;
  /** Has a task added of what a step says. */
  onTask: (title: string) => void;
}
type Step = NonNullable<CustomerDetail["score"]>["recommendations"][number];

/** Next steps, each naming the factor it answers and its measured effect, or saying that it is untested. */
export function RecommendedActions({ customerId, steps, scoredAt, onTask }: RecommendedActionsProps) {
  const { data, dataUpdatedAt } = useQuery(stepsDoneQuery(customerId));
  const effects = useQuery(stepEffectsQuery());
  if (steps.length === 0) return null;
  // A mark stays for as long as its effect takes to show, also where the score was checked again since.
  const stillCounts = (doneAt: string) =>
    doneAt >= scoredAt || Date.parse(doneAt) >= dataUpdatedAt - STEP_TAKES_DAYS * DAY_MS;
  const rows = steps.map((step) => ({
    step,
    done: data?.items.find(({ code, doneAt }) => code === step.code && stillCounts(doneAt)),
  }));
  // What is left to do comes first.
  const ordered = rows.toSorted((a, b) => Number(a.done !== undefined) - Number(b.done !== undefined));
  return (
    <Cell title="Next steps" subtitle="Mark what you did: that is how its effect gets measured">
      <ul className="m-0 list-none divide-y divide-line p-0">
        {ordered.map(({ step, done }) => (
          <StepRow
            key={step.code}
            customerId={customerId}
            step={step}
            done={done}
            effect={effects.data?.items.find(({ code }) => code === step.code)}
            onTask={() => onTask(step.title)}
          />
        ))}
      </ul>
    </Cell>
  );
}

function StepRow({
  customerId,
  step,
  done,
  effect,
  onTask,
}: {
  customerId: string;
  step: Step;
  done: StepDone | undefined;
  effect: StepEffect | undefined;
  onTask: () => void;
}) {
  const mark = useMarkStep(customerId);
  const unmark = useUnmarkStep(customerId);
  const failed = (error: Error) => toast.error("That could not be saved", error.message);
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <span
        aria-hidden
        className={`inline-flex size-8 shrink-0 items-center justify-center rounded-control ${done === undefined ? "bg-brand-tint text-brand-text" : "bg-ok-tint text-ok-text"}`}
      >
        {done === undefined ? <Lightbulb className="size-4" /> : <Check className="size-4" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="m-0 text-ui font-strong text-ink">{step.title}</p>
        <p className="m-0 text-note text-ink-2">{step.detail}</p>
        <StepEffectLine effect={effect} />
        <div aria-live="polite" className="flex flex-wrap items-center gap-x-2 pt-1.5">
          {done === undefined ? null : (
            <span className="text-note text-ok-text">
              Done {formatRelativeInline(done.doneAt)} by {done.doneBy}
            </span>
          )}
          <Authorize policy="customers:write">
            {done === undefined ? (
              <>
                <Button
                  size="sm"
                  pending={mark.isPending}
                  pendingLabel="Saving..."
                  aria-label={`Mark as done: ${step.title}`}
                  onClick={() => mark.mutate(step.code, { onError: failed })}
                >
                  Mark as done
                </Button>
                <Button size="sm" variant="ghost" aria-label={`Create task: ${step.title}`} onClick={onTask}>
                  Create task
                </Button>
              </>
            ) : (
              <Button
                size="sm"
                variant="ghost"
                pending={unmark.isPending}
                pendingLabel="Saving..."
                aria-label={`Undo: ${step.title}`}
                onClick={() => unmark.mutate(done.id, { onError: failed })}
              >
                Undo
              </Button>
            )}
          </Authorize>
        </div>
      </div>
    </li>
  );
}
