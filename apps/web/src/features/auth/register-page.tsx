import type { FormEvent } from "react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { useSendCode, useVerifyCode } from "./api/account-queries.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { FormProblem, fieldRefusal } from "./components/form-problem.tsx";
import { MailedCodeActions, MailedCodeField, useMailedCode } from "./components/mailed-code.tsx";
import { MfaStep } from "./components/mfa-step.tsx";
import { PublicLayout } from "./components/public-layout.tsx";

/** /register: an address, a code by mail, signed in. The same way serves a known address: it signs in. */
export function RegisterPage() {
  const send = useSendCode();
  const mailed = useMailedCode(send);
  const { sentTo } = mailed;
  const verify = useVerifyCode();
  const challenge = verify.data !== undefined && "mfaRequired" in verify.data ? verify.data : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (sentTo === undefined) mailed.sendCode();
    else if (mailed.checkCode() && !verify.isPending) verify.mutate({ email: sentTo, code: mailed.code });
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
        <FormProblem
          error={sentTo === undefined ? send.error : (verify.error ?? send.error)}
          saidAt={["code"]}
        />
        <MailedCodeField
          mailed={mailed}
          label="Work e-mail"
          purpose="sign_in"
          refused={fieldRefusal(verify.error, "code")}
        />
        <Button
          type="submit"
          variant="primary"
          size="xl"
          pending={send.isPending || verify.isPending}
          pendingLabel={sentTo === undefined ? "Sending..." : "Checking..."}
        >
          {sentTo === undefined ? "Send code" : "Continue"}
        </Button>
        <MailedCodeActions mailed={mailed} onRestart={() => verify.reset()} />
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
