import { verificationBody } from "@forestay/contracts/account";
import { useState } from "react";
import type { FormEvent } from "react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { useSendCode, useVerifyCode } from "./api/account-queries.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { CodeField } from "./components/code-field.tsx";
import { FormProblem } from "./components/form-problem.tsx";
import { MfaStep } from "./components/mfa-step.tsx";
import { PublicLayout } from "./components/public-layout.tsx";

/** /register: an address, a code by mail, signed in. The same way serves a known address: it signs in. */
export function RegisterPage() {
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const [sent, setSent] = useState(0);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const send = useSendCode();
  const verify = useVerifyCode();
  const challenge = verify.data !== undefined && "mfaRequired" in verify.data ? verify.data : null;

  function sendCode(address: string) {
    const checked = verificationBody.safeParse({ email: address });
    if (!checked.success) {
      setProblem("Enter a valid e-mail address");
      return;
    }
    send.mutate(checked.data.email, {
      onSuccess: () => {
        setSentTo(checked.data.email);
        setSent((count) => count + 1);
      },
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(undefined);
    if (sentTo === undefined) {
      if (!send.isPending) sendCode(email);
    } else if (!/^\d{6}$/.test(code)) setProblem("Enter the 6 digits from the e-mail");
    else if (!verify.isPending) verify.mutate({ email: sentTo, code });
  }

  if (challenge !== null) {
    return (
      <PublicLayout>
        <MfaStep challengeId={challenge.challengeId} onRestart={() => verify.reset()} />
      </PublicLayout>
    );
  }
  return (
    <PublicLayout>
      <AccountHeading title="Create your account">
        {sentTo === undefined ? "No password yet: we mail you a code." : `We mailed a code to ${sentTo}.`}
      </AccountHeading>
      <form noValidate onSubmit={submit} className="mt-8 flex flex-col gap-4.5">
        <FormProblem error={sentTo === undefined ? send.error : (verify.error ?? send.error)} />
        {sentTo === undefined ? (
          <Field label="Work e-mail" error={problem}>
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                maxLength={320}
                fieldSize="lg"
              />
            )}
          </Field>
        ) : (
          <CodeField
            email={sentTo}
            purpose="sign_in"
            value={code}
            onChange={setCode}
            error={problem}
            sent={sent}
          />
        )}
        <Button
          type="submit"
          variant="primary"
          size="xl"
          pending={send.isPending || verify.isPending}
          pendingLabel={sentTo === undefined ? "Sending..." : "Checking..."}
        >
          {sentTo === undefined ? "Send code" : "Continue"}
        </Button>
        {sentTo === undefined ? null : (
          <p className="m-0 flex flex-wrap gap-x-4 text-ui">
            <Button variant="ghost" size="sm" onClick={() => sendCode(sentTo)}>
              Send another code
            </Button>
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                setSentTo(undefined);
                setCode("");
                verify.reset();
              }}
            >
              Use another address
            </Button>
          </p>
        )}
      </form>
      <p className="m-0 mt-7 text-ui text-ink-2">
        Already have an account?{" "}
        <Link to="/login" className="font-emphasis text-brand-text">
          Sign in
        </Link>
      </p>
    </PublicLayout>
  );
}
