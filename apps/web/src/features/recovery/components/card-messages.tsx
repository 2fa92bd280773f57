import { cardTags, MOST_DAYS_BEFORE } from "@forestay/contracts/wire";
import type { CardMessage, RecoveryPolicy } from "@forestay/contracts/wire";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { Field } from "@/components/ui/field.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { MessagePreview } from "./message-preview.tsx";
import { RowTitle } from "./row-title.tsx";

const MOST_MESSAGES = 4;

interface CardMessagesProps {
  policy: Pick<RecoveryPolicy, "cardMessages" | "asksRenewedCards">;
  canWrite: boolean;
  onChange: (patch: Partial<RecoveryPolicy>) => void;
}

/** Who is asked for another card before the one on file ends, and when. */
export function CardMessages({ policy, canWrite, onChange }: CardMessagesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { cardMessages, asksRenewedCards } = policy;
  return (
    <Cell title="Before a card ends" subtitle="Days before the payment that it does not live to see">
      <div className="grid items-center gap-x-4 gap-y-2 py-3 md:grid-cols-[minmax(0,200px)_minmax(0,1fr)_auto]">
        <RowTitle title="Another card, please" detail="Stops once another one is in place" />
        <span className="flex flex-wrap gap-1.5">
          {cardMessages.map(({ daysBefore, subject }) => (
            <Tag key={daysBefore} tone="outline" className="max-w-full">
              <span title={subject}>{daysBefore === 1 ? "1 day" : `${daysBefore} days`}</span>
            </Tag>
          ))}
          {cardMessages.length === 0 ? <span className="text-ui text-ink-2">Nobody is asked</span> : null}
        </span>
        <IconButton
          label={`${canWrite ? "Edit" : "Read"} the messages before a card ends`}
          onClick={() => setIsOpen(true)}
        >
          <Pencil />
        </IconButton>
      </div>
      <Switch
        checked={asksRenewedCards}
        disabled={!canWrite}
        onChange={(next) => onChange({ asksRenewedCards: next })}
        label="Also ask whose card is usually renewed by its network"
      />
      <p className="m-0 pt-2 text-note text-ink-2">
        Networks put successors of most US cards, and of those in a wallet, in place by themselves. These
        messages count against the cap of messages, and wait for it.
      </p>
      {isOpen ? (
        <CardDialog
          messages={cardMessages}
          canWrite={canWrite}
          onClose={() => setIsOpen(false)}
          onSave={(next) => {
            onChange({ cardMessages: next });
            setIsOpen(false);
          }}
        />
      ) : null}
    </Cell>
  );
}

interface CardDialogProps {
  messages: readonly CardMessage[];
  canWrite: boolean;
  onClose: () => void;
  onSave: (messages: CardMessage[]) => void;
}

function CardDialog({ messages, canWrite, onClose, onSave }: CardDialogProps) {
  const [edited, setEdited] = useState<readonly CardMessage[]>(messages);
  const [at, setAt] = useState(0);
  const message = edited[at];
  const change = (patch: Partial<CardMessage>) =>
    setEdited(edited.map((one, index) => (index === at ? { ...one, ...patch } : one)));
  const days = edited.map(({ daysBefore }) => daysBefore);
  const problem =
    new Set(days).size < days.length
      ? "Two messages leave on the same day"
      : days.some((one) => one < 1 || one > MOST_DAYS_BEFORE)
        ? `From 1 to ${MOST_DAYS_BEFORE} days`
        : undefined;
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Before a card ends"
      description="Each message leaves once, at least five days after the one before, and ends with the button to put another card in place."
      className="max-w-180"
      footer={
        <>
          <DialogClose asChild>
            <Button>{canWrite ? "Cancel" : "Close"}</Button>
          </DialogClose>
          {canWrite ? (
            <Button
              variant="primary"
              disabled={problem !== undefined}
              onClick={() => onSave(edited.toSorted((a, b) => b.daysBefore - a.daysBefore))}
            >
              Keep
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label="Messages">
          {edited.map((one, index) => (
            <Button
              key={index}
              size="sm"
              variant={index === at ? "primary" : "secondary"}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              {one.daysBefore} days before
            </Button>
          ))}
          {canWrite && edited.length < MOST_MESSAGES ? (
            <IconButton
              label="Add a message"
              onClick={() => {
                const last = edited.at(-1)?.daysBefore ?? MOST_DAYS_BEFORE;
                setEdited([
                  ...edited,
                  {
                    daysBefore: Math.max(1, Math.floor(last / 2)),
                    subject: "Your card for {{company}} ends on {{card_end}}",
                    body: "Hello {{name}},\n\n",
                  },
                ]);
                setAt(edited.length);
              }}
            >
              <Plus />
            </IconButton>
          ) : null}
        </div>
        {message === undefined ? (
          <p className="m-0 text-ui text-ink-2">Nobody is asked before a card ends.</p>
        ) : (
          <>
            <div className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-end gap-3">
              <Field label="Days before" error={problem}>
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={1}
                    max={MOST_DAYS_BEFORE}
                    disabled={!canWrite}
                    value={message.daysBefore}
                    onChange={({ target }) => change({ daysBefore: Math.trunc(Number(target.value)) })}
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
                    onChange={({ target }) => change({ subject: target.value })}
                  />
                )}
              </Field>
              {canWrite ? (
                <IconButton
                  label={`Remove the message ${message.daysBefore} days before`}
                  onClick={() => {
                    setEdited(edited.filter((_, index) => index !== at));
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
                  onChange={({ target }) => change({ body: target.value })}
                />
              )}
            </Field>
            <p className="m-0 text-note text-ink-2">
              Known:{" "}
              {Object.entries(cardTags)
                .map(([tag, words]) => `{{${tag}}} ${words}`)
                .join("; ")}
              .
            </p>
            <MessagePreview message={message} of="card" />
          </>
        )}
      </div>
    </Dialog>
  );
}
