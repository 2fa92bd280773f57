import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { ApiError } from "@/lib/api/api-error.ts";
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
  pendingLabel?: string;
  cancelLabel?: string;
  pending: boolean;
  /** Why it was refused: said at the field it is about, else below the fields. */
  error?: Error | null;
  /** A text that must be typed first, for what cannot be taken back. */
  typed?: string;
  /** Asks for the password too. */
  asksPassword?: boolean;
  onConfirm: (given: { typed: string; password: string }) => void;
  children?: ReactNode;
}

/** The one question before something that is hard to take back. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  pendingLabel = "Working...",
  cancelLabel = "Cancel",
  pending,
  error = null,
  typed,
  asksPassword = false,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const [text, setText] = useState("");
  const [password, setPassword] = useState("");
  const formId = useId();
  const ready = (typed === undefined || text.trim() === typed) && (!asksPassword || password !== "");
  const fields = error instanceof ApiError ? error.fields : {};
  const saidAtField =
    (typed !== undefined && fields.typedName !== undefined) ||
    (asksPassword && fields.password !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !pending) onConfirm({ typed: text.trim(), password });
  };
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
            <Button>{cancelLabel}</Button>
          </DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={pending}
            pendingLabel={pendingLabel}
            disabled={!ready}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {children}
        {typed === undefined ? null : (
          <Field label={`Type “${typed}” to confirm`} error={fields.typedName}>
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
          <Field label="Your password" error={fields.password}>
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
        {error === null || saidAtField ? null : (
          <p role="alert" className="m-0 text-ui text-danger-text">
            {error.message}
          </p>
        )}
      </form>
    </Dialog>
  );
}
