import { scoreFeedbackInput } from "@forestay/contracts/schemas";
import { feedbackVerdictLabels } from "@forestay/contracts/wire";
import type { ScoreFeedback as Feedback } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatRelativeInline } from "@/lib/format/index.ts";
import { feedbackQuery, useSayOfScore } from "../api/feedback-queries.ts";

interface ScoreFeedbackProps {
  customerId: string;
  scoredAt: string;
}

/** Asks who knows the customer whether the score is right, and shows what was said of it. */
export function ScoreFeedback({ customerId, scoredAt }: ScoreFeedbackProps) {
  const { data } = useQuery(feedbackQuery(customerId));
  const say = useSayOfScore(customerId);
  const [isAsking, ask] = useState(false);
  if (data === undefined) return null;
  const ofThis = data.items.filter((one) => one.scoredAt === scoredAt);
  const mine = ofThis.find(({ isMine }) => isMine);
  return (
    <div className="mt-3 flex flex-col gap-1.5 border-t border-line pt-2.5">
      {ofThis.map((one) => (
        <p key={one.id} className="m-0 text-note text-ink-2 [overflow-wrap:anywhere]">
          {said(one)}
        </p>
      ))}
      <Authorize policy="customers:write">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ui text-ink-2">
          <span>{mine === undefined ? "Is this score right?" : "Changed your mind?"}</span>
          <Button
            size="sm"
            variant="ghost"
            icon={<ThumbsUp />}
            pending={say.isPending}
            pendingLabel="Saving..."
            onClick={() =>
              say.mutate(
                { verdict: "right" },
                { onError: (error) => toast.error("That could not be saved", error.message) },
              )
            }
          >
            Right
          </Button>
          <Button size="sm" variant="ghost" icon={<ThumbsDown />} onClick={() => ask(true)}>
            Wrong, because…
          </Button>
        </div>
      </Authorize>
      {isAsking ? <WrongDialog customerId={customerId} mine={mine} onClose={() => ask(false)} /> : null}
    </div>
  );
}

function said({ isMine, saidBy, saidAt, verdict, because }: Feedback): string {
  const who = isMine ? "You" : saidBy;
  return `${who} said ${formatRelativeInline(saidAt)}: ${feedbackVerdictLabels[verdict].toLowerCase()}${because === "" ? "" : `, ${because}`}`;
}

interface WrongDialogProps {
  customerId: string;
  mine: Feedback | undefined;
  onClose: () => void;
}

function WrongDialog({ customerId, mine, onClose }: WrongDialogProps) {
  const say = useSayOfScore(customerId);
  const form = useServerForm({
    schema: scoreFeedbackInput,
    defaultValues: {
      verdict: mine?.verdict === "too_low" ? ("too_low" as const) : ("too_high" as const),
      because: mine?.because ?? "",
    },
    send: (body) => say.mutateAsync(body),
    onSent: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="What is wrong with this score?"
      description="It is counted in the track record, beside what became of the customer. The score itself stays."
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form="wrong-score"
            variant="primary"
            pending={form.isPending}
            pendingLabel="Saving..."
          >
            Save
          </Button>
        </>
      }
    >
      <form id="wrong-score" noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormField form={form} name="verdict" label="It is" hideLabel>
          {({ value, onChange }) => (
            <SegmentedControl
              label="It is"
              value={value === "too_low" ? "too_low" : "too_high"}
              onChange={onChange}
              options={[
                { value: "too_high", label: "Too high: they stay" },
                { value: "too_low", label: "Too low: they leave" },
              ]}
            />
          )}
        </FormField>
        <FormField form={form} name="because" label="Because" hint="optional">
          {({ value, ...control }) => <TextArea {...control} value={value ?? ""} rows={3} maxLength={1000} />}
        </FormField>
        <FormProblem problem={form.problem} />
      </form>
    </Dialog>
  );
}
