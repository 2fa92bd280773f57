import { signInCodeBody } from "@forestay/contracts/schemas";
import { useState } from "react";
import { Link } from "react-router";
import { CodeField } from "@/components/account/code-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { useSendCode, useVerifyCode } from "./api/account-queries.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { AddressForm, MailedCodeActions, useMailedCode } from "./components/mailed-code.tsx";
import { MfaStep } from "./components/mfa-step.tsx";
import { PublicLayout } from "./components/public-layout.tsx";

/** /register: an address, a code by mail, signed in. The same way serves a known address: it signs in. */
export function RegisterPage() {
  const mailed = useMailedCode(useSendCode());
  const [challengeId, setChallengeId] = useState<string>();

  if (challengeId !== undefined) {
    return (
      <PublicLayout>
        <MfaStep challengeId={challengeId} onRestart={() => setChallengeId(undefined)} />
      </PublicLayout>
    );
  }
  return (
    <PublicLayout>
      <AccountHeading title="Create your account">
        {mailed.sent === 0
          ? "No password yet: we mail you a code."
          : `We mailed a code to ${mailed.address}.`}
      </AccountHeading>
      {mailed.sent === 0 ? (
        <AddressForm mailed={mailed} label="Work e-mail" />
      ) : (
        <CodeForm mailed={mailed} onChallenge={setChallengeId} />
      )}
      <p className="m-0 mt-7 text-ui text-ink-2">
        Already have an account?{" "}
        <Link to="/login" className="font-emphasis text-brand-text">
          Sign in
        </Link>
      </p>
    </PublicLayout>
  );
}

interface CodeFormProps {
  mailed: ReturnType<typeof useMailedCode>;
  /** The account asks for a second step. */
  onChallenge: (challengeId: string) => void;
}

function CodeForm({ mailed, onChallenge }: CodeFormProps) {
  const verify = useVerifyCode();
  const form = useServerForm({
    schema: signInCodeBody,
    defaultValues: { email: mailed.address, code: "" },
    send: (body) => verify.mutateAsync(body),
    onSent: (answer) => {
      if ("mfaRequired" in answer) onChallenge(answer.challengeId);
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="mt-8 flex flex-col gap-4.5">
      <CodeField form={form} name="code" email={mailed.address} purpose="sign_in" sent={mailed.sent} />
      <FormProblem problem={form.problem} />
      <Button type="submit" variant="primary" size="xl" pending={form.isPending} pendingLabel="Checking...">
        Continue
      </Button>
      <MailedCodeActions mailed={mailed} />
    </form>
  );
}
