import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogClose } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  pending: boolean;
  problem?: string | undefined;
  /** A text that must be typed first, for what cannot be taken back. */
  typed?: string;
  /** Asks for the password too. */
  asksPassword?: boolean;
  onConfirm: (given: { typed: string; password: string }) => void;
}

/** A question before something that is hard to take back. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  pending,
  problem,
  typed,
  asksPassword = false,
  onConfirm,
}: ConfirmDialogProps) {
  const [text, setText] = useState("");
  const [password, setPassword] = useState("");
  const ready = (typed === undefined || text.trim() === typed) && (!asksPassword || password !== "");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setText("");
        setPassword("");
        onOpenChange(next);
      }}
      title={title}
      description={description}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            pending={pending}
            pendingLabel="Working..."
            disabled={!ready}
            onClick={() => onConfirm({ typed: text.trim(), password })}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {typed === undefined ? null : (
          <Field label={`Type “${typed}” to confirm`}>
            {(control) => (
              <Input
                {...control}
                value={text}
                onChange={(event) => setText(event.target.value)}
                autoComplete="off"
                fieldSize="lg"
              />
            )}
          </Field>
        )}
        {asksPassword ? (
          <Field label="Your password">
            {(control) => (
              <Input
                {...control}
                type="password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                autoComplete="current-password"
                fieldSize="lg"
              />
            )}
          </Field>
        ) : null}
        {problem === undefined ? null : (
          <p role="alert" className="m-0 text-ui text-danger-text">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
