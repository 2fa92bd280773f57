import { ownPasswordBody } from "@forestay/contracts/schemas";
import { typeToConfirm } from "@forestay/contracts/words";
import { useId } from "react";
import type { ReactNode } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { FormProblem } from "./form-problem.tsx";
import { TextField } from "./text-field.tsx";
import { useServerForm } from "./use-server-form.ts";

interface Given {
  /** As on the wire. */
  typedName: string;
  password: string;
}

interface ConfirmFormDialogProps<Answer> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** A text that must be typed first, for what cannot be taken back. */
  typed?: string;
  /** Asks for the password too. */
  asksPassword?: boolean;
  /** Does it; what it rejects with is said at the field it names, else below the fields. */
  send: (given: Given) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  /** What is to be chosen first, above the fields. */
  children?: ReactNode;
}

const nothing: Given = { typedName: "", password: "" };

function givenSchema({ typed, asksPassword }: { typed: string | undefined; asksPassword: boolean }) {
  const text = z.string().trim();
  return z.object({
    typedName: typed === undefined ? text : text.refine((given) => given === typed, typeToConfirm(typed)),
    password: asksPassword ? ownPasswordBody.shape.password : z.string(),
  });
}

/** The question before something that cannot be taken back, where the answer is typed: a name, a password. */
export function ConfirmFormDialog<Answer>({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  typed,
  asksPassword = false,
  send,
  onSent,
  children,
}: ConfirmFormDialogProps<Answer>) {
  const formId = useId();
  const form = useServerForm({
    schema: givenSchema({ typed, asksPassword }),
    defaultValues: nothing,
    send,
    onSent: (answer) => {
      form.reset(nothing);
      onSent(answer);
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        form.reset(nothing);
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
            type="submit"
            form={formId}
            variant="primary"
            pending={form.isPending}
            pendingLabel="Working..."
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {children}
        {typed === undefined ? null : (
          <TextField
            form={form}
            name="typedName"
            label={typeToConfirm(typed)}
            autoComplete="off"
            fieldSize="lg"
          />
        )}
        {asksPassword ? (
          <TextField
            form={form}
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
            fieldSize="lg"
          />
        ) : null}
        <FormProblem problem={form.problem} />
      </form>
    </Dialog>
  );
}
