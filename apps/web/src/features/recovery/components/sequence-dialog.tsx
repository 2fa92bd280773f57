import { declineClasses, declineReasons, messageTags } from "@forestay/contracts/wire";
import type {
  DeclineClassName,
  DeclineReasonName,
  PolicyMessage,
  PolicySequence,
} from "@forestay/contracts/wire";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { Field } from "@/components/ui/field.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { MessagePreview } from "./message-preview.tsx";

interface SequenceDialogProps {
  sequence: PolicySequence;
  plans: readonly string[];
  currency: string;
  canWrite: boolean;
  onClose: () => void;
  onSave: (sequence: PolicySequence) => void;
  onRemove?: (() => void) | undefined;
}

const EVERY = "*";

/** The messages of one sequence, day by day, and whom it is for. */
export function SequenceDialog({
  sequence,
  plans,
  currency,
  canWrite,
  onClose,
  onSave,
  onRemove,
}: SequenceDialogProps) {
  const [edited, setEdited] = useState(sequence);
  const [at, setAt] = useState(0);
  const message = edited.messages[at];
  const change = (patch: Partial<PolicySequence>) => setEdited((before) => ({ ...before, ...patch }));
  const changeMessage = (patch: Partial<PolicyMessage>) =>
    change({ messages: edited.messages.map((one, index) => (index === at ? { ...one, ...patch } : one)) });
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={sequence.name}
      description="Sent to whoever's failed payment it is the first to fit. Each message ends with the button to pay."
      className="max-w-180"
      footer={
        <>
          {canWrite && onRemove !== undefined ? (
            <Button className="mr-auto" onClick={onRemove}>
              Remove sequence
            </Button>
          ) : null}
          <DialogClose asChild>
            <Button>{canWrite ? "Cancel" : "Close"}</Button>
          </DialogClose>
          {canWrite ? (
            <Button
              variant="primary"
              disabled={edited.classes.length === 0 || edited.name.trim() === ""}
              onClick={() =>
                onSave({
                  ...edited,
                  messages: edited.messages.toSorted((a, b) => a.afterDays - b.afterDays),
                })
              }
            >
              Keep
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Name">
            {(control) => (
              <Input
                {...control}
                maxLength={80}
                disabled={!canWrite}
                value={edited.name}
                onChange={({ target }) => change({ name: target.value })}
              />
            )}
          </Field>
          <Field label="Reason">
            {(control) => (
              <Select
                {...control}
                disabled={!canWrite}
                options={[
                  { value: EVERY, label: "Every reason" },
                  ...(Object.keys(declineReasons) as DeclineReasonName[]).map((reason) => ({
                    value: reason,
                    label: declineReasons[reason],
                  })),
                ]}
                value={edited.reasons[0] ?? EVERY}
                onChange={(reason) =>
                  change({ reasons: reason === EVERY ? [] : [reason as DeclineReasonName] })
                }
              />
            )}
          </Field>
          <fieldset className="m-0 min-w-0 border-0 p-0 md:col-span-2" disabled={!canWrite}>
            <legend className="mb-1.5 p-0 text-note font-emphasis text-ink">Class of decline</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-2">
              {(Object.keys(declineClasses) as DeclineClassName[]).map((one) => (
                <Checkbox
                  key={one}
                  label={declineClasses[one]}
                  disabled={!canWrite}
                  checked={edited.classes.includes(one)}
                  onChange={(isOn) =>
                    change({
                      classes: isOn
                        ? [...edited.classes, one]
                        : edited.classes.filter((other) => other !== one),
                    })
                  }
                />
              ))}
            </div>
          </fieldset>
          <Field label="Plan">
            {(control) => (
              <Select
                {...control}
                disabled={!canWrite}
                options={[
                  { value: EVERY, label: "Every plan" },
                  ...[...new Set([...plans, ...edited.plans])].map((plan) => ({ value: plan, label: plan })),
                ]}
                value={edited.plans[0] ?? EVERY}
                onChange={(plan) => change({ plans: plan === EVERY ? [] : [plan] })}
              />
            )}
          </Field>
          <Field label={`Bills from, ${currency}`} hint="optional">
            {(control) => (
              <Input
                {...control}
                type="number"
                min={0}
                disabled={!canWrite}
                value={edited.fromAmount ?? ""}
                onChange={({ target }) =>
                  change({ fromAmount: target.value === "" ? null : Math.max(0, Number(target.value)) })
                }
              />
            )}
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label="Messages">
          {edited.messages.map((one, index) => (
            <Button
              key={index}
              size="sm"
              variant={index === at ? "primary" : "secondary"}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              Day {one.afterDays}
            </Button>
          ))}
          {canWrite && edited.messages.length < 10 ? (
            <IconButton
              label="Add a message"
              onClick={() => {
                const last = edited.messages.at(-1);
                change({
                  messages: [
                    ...edited.messages,
                    {
                      afterDays: (last?.afterDays ?? 0) + 5,
                      subject: "{{amount}} is still open",
                      body: "Hello {{name}},\n\n",
                    },
                  ],
                });
                setAt(edited.messages.length);
              }}
            >
              <Plus />
            </IconButton>
          ) : null}
        </div>
        {message === undefined ? null : (
          <>
            <div className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-end gap-3">
              <Field label="Day">
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={0}
                    max={60}
                    disabled={!canWrite}
                    value={message.afterDays}
                    onChange={({ target }) => changeMessage({ afterDays: Math.trunc(Number(target.value)) })}
                  />
                )}
              </Field>
              <Field label="Subject">
                {(control) => (
                  <Input
                    {...control}
                    maxLength={150}
                    disabled={!canWrite}
                    value={message.subject}
                    onChange={({ target }) => changeMessage({ subject: target.value })}
                  />
                )}
              </Field>
              {canWrite ? (
                <IconButton
                  label={`Remove the message of day ${message.afterDays}`}
                  onClick={() => {
                    change({ messages: edited.messages.filter((_, index) => index !== at) });
                    setAt(Math.max(0, at - 1));
                  }}
                >
                  <Trash2 />
                </IconButton>
              ) : null}
            </div>
            <Field label="Text">
              {(control) => (
                <TextArea
                  {...control}
                  rows={7}
                  maxLength={3000}
                  disabled={!canWrite}
                  value={message.body}
                  onChange={({ target }) => changeMessage({ body: target.value })}
                />
              )}
            </Field>
            <p className="m-0 text-note text-ink-2">
              Known:{" "}
              {Object.entries(messageTags)
                .map(([tag, words]) => `{{${tag}}} ${words}`)
                .join("; ")}
              .
            </p>
            <MessagePreview message={message} />
          </>
        )}
      </div>
    </Dialog>
  );
}
