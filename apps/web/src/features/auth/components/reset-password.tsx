import { resetPasswordBody } from "@forestay/contracts/schemas";
import { useNavigate } from "react-router";
import { CodeField } from "@/components/account/code-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { useResetPassword, useSendPasswordReset } from "../api/account-queries.ts";
import { AccountHeading } from "./account-heading.tsx";
import type { SuccessState } from "../hooks/success-state.ts";
import { AddressForm, MailedCodeActions, useMailedCode } from "./mailed-code.tsx";

/** A forgotten password: address, code by mail, new password. Every session of the account ends. */
export function ResetPassword({ onDone }: { onDone: () => void }) {
  const mailed = useMailedCode(useSendPasswordReset());
  return (
    <>
      <AccountHeading title="Reset your password">
        {mailed.sent === 0
          ? "We mail you a code."
          : `If ${mailed.address} has an account, a code is on its way.`}
      </AccountHeading>
      {mailed.sent === 0 ? (
        <AddressForm mailed={mailed} label="E-mail" />
      ) : (
        <NewPasswordForm mailed={mailed} />
      )}
      <Button variant="ghost" className="mt-7 self-start -ml-3.5" onClick={onDone}>
        Back to sign in
      </Button>
    </>
  );
}

function NewPasswordForm({ mailed }: { mailed: ReturnType<typeof useMailedCode> }) {
  const navigate = useNavigate();
  const reset = useResetPassword();
  const form = useServerForm({
    schema: resetPasswordBody,
    defaultValues: { email: mailed.address, code: "", password: "" },
    send: (body) => reset.mutateAsync(body),
    onSent: () => void navigate("/success", { state: { done: "password" } satisfies SuccessState }),
  });
  return (
    <form noValidate onSubmit={form.submit} className="mt-8 flex flex-col gap-4.5">
      <CodeField form={form} name="code" email={mailed.address} purpose="reset" sent={mailed.sent} />
      <TextField
        form={form}
        name="password"
        label="New password"
        help="At least 10 characters."
        type="password"
        autoComplete="new-password"
        fieldSize="lg"
      />
      <FormProblem problem={form.problem} />
      <Button type="submit" variant="primary" size="xl" pending={form.isPending} pendingLabel="Saving...">
        Change password
      </Button>
      <MailedCodeActions mailed={mailed} />
    </form>
  );
}
