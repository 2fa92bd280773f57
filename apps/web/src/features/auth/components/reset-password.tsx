import { newPasswordSchema } from "@forestay/contracts/schemas";
import { useState } from "react";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useResetPassword, useSendPasswordReset } from "../api/account-queries.ts";
import { AccountHeading } from "./account-heading.tsx";
import { FormProblem, fieldRefusal } from "./form-problem.tsx";
import { MailedCodeActions, MailedCodeField, useMailedCode } from "./mailed-code.tsx";

/** A forgotten password: address, code by mail, new password. Every session of the account ends. */
export function ResetPassword({ onDone }: { onDone: () => void }) {
  const send = useSendPasswordReset();
  const mailed = useMailedCode(send);
  const { sentTo } = mailed;
  const [password, setPassword] = useState("");
  const [passwordProblem, setPasswordProblem] = useState<string>();
  const reset = useResetPassword();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (sentTo === undefined) {
      mailed.sendCode();
      return;
    }
    const checked = newPasswordSchema.safeParse(password);
    setPasswordProblem(checked.success ? undefined : checked.error.issues[0]?.message);
    // Both are looked at: who mends one thing should not learn of the other afterwards.
    if (!mailed.checkCode() || !checked.success || reset.isPending) return;
    reset.mutate(
      { email: sentTo, code: mailed.code, password },
      {
        onSuccess: () => {
          toast.success("Password changed", "Sign in with the new one.");
          onDone();
        },
      },
    );
  }

  return (
    <>
      <AccountHeading title="Reset your password">
        {sentTo === undefined ? "We mail you a code." : `If ${sentTo} has an account, a code is on its way.`}
      </AccountHeading>
      <form noValidate onSubmit={submit} className="mt-8 flex flex-col gap-4.5">
        <FormProblem error={send.error ?? reset.error} saidAt={["code", "password"]} />
        <MailedCodeField
          mailed={mailed}
          label="E-mail"
          purpose="reset"
          refused={fieldRefusal(reset.error, "code")}
        />
        {sentTo === undefined ? null : (
          <Field
            label="New password"
            help="At least 10 characters."
            error={passwordProblem ?? fieldRefusal(reset.error, "password")}
          >
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="new-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                fieldSize="lg"
              />
            )}
          </Field>
        )}
        <Button
          type="submit"
          variant="primary"
          size="xl"
          pending={send.isPending || reset.isPending}
          pendingLabel={sentTo === undefined ? "Sending..." : "Saving..."}
        >
          {sentTo === undefined ? "Send code" : "Change password"}
        </Button>
        <MailedCodeActions mailed={mailed} onRestart={() => reset.reset()} />
      </form>
      <Button variant="ghost" className="mt-7 self-start -ml-3.5" onClick={onDone}>
        Back to sign in
      </Button>
    </>
  );
}
