import { newPasswordSchema } from "@forestay/contracts/account";
import { useState } from "react";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { ApiError } from "@/lib/api/index.ts";
import { useResetPassword, useSendPasswordReset } from "../api/account-queries.ts";
import { AccountHeading } from "./account-heading.tsx";
import { CodeField } from "./code-field.tsx";
import { FormProblem } from "./form-problem.tsx";

/** A forgotten password: address, code by mail, new password. Every session of the account ends. */
export function ResetPassword({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const [sent, setSent] = useState(0);
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [problems, setProblems] = useState<{ email?: string; code?: string; password?: string }>({});
  const send = useSendPasswordReset();
  const reset = useResetPassword();
  const refused = reset.error instanceof ApiError ? reset.error.fields : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending || reset.isPending) return;
    if (sentTo === undefined) {
      const address = email.trim().toLowerCase();
      if (!address.includes("@")) {
        setProblems({ email: "Enter a valid e-mail address" });
        return;
      }
      setProblems({});
      send.mutate(address, {
        onSuccess: () => {
          setSentTo(address);
          setSent((count) => count + 1);
        },
      });
      return;
    }
    const checked = newPasswordSchema.safeParse(password);
    const found = {
      ...(/^\d{6}$/.test(code) ? {} : { code: "Enter the 6 digits from the e-mail" }),
      ...(checked.success ? {} : { password: checked.error.issues[0]?.message ?? "Choose another password" }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    reset.mutate(
      { email: sentTo, code, password },
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
        <FormProblem error={send.error ?? reset.error} />
        {sentTo === undefined ? (
          <Field label="E-mail" error={problems.email}>
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="username"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                fieldSize="lg"
              />
            )}
          </Field>
        ) : (
          <>
            <CodeField
              email={sentTo}
              purpose="reset"
              value={code}
              onChange={setCode}
              error={problems.code ?? refused.code}
              sent={sent}
            />
            <Field
              label="New password"
              help="At least 10 characters."
              error={problems.password ?? refused.password}
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
          </>
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
        <Button variant="ghost" onClick={onDone}>
          Back to sign in
        </Button>
      </form>
    </>
  );
}
