import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogClose } from "./dialog.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  pendingLabel?: string;
  cancelLabel?: string;
  pending: boolean;
  /** Why it was refused. */
  error?: Error | null;
  onConfirm: () => void;
  children?: ReactNode;
}

/** The one question before something that is hard to take back; where the answer is typed, see ConfirmFormDialog. */
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
  onConfirm,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      footer={
        <>
          <DialogClose asChild>
            <Button>{cancelLabel}</Button>
          </DialogClose>
          <Button
            variant="primary"
            pending={pending}
            pendingLabel={pendingLabel}
            onClick={() => {
              if (!pending) onConfirm();
            }}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {error === null ? null : (
          <p role="alert" className="m-0 text-ui text-danger-text">
            {error.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}
