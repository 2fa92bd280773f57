import { verificationBody } from "@forestay/contracts/schemas";
import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { CodeField } from "@/components/account/code-field.tsx";
import type { CodePurpose } from "@/lib/auth/local-code.ts";

const SIX_DIGITS = /^\d{6}$/;

/** An address, a code by mail, and what comes after it: the way that signing up and a forgotten password share. */
export function useMailedCode(send: UseMutationResult<unknown, Error, string>) {
  const [email, setEmail] = useState("");
  /** The address a code went to; undefined as long as it is asked for. */
  const [sentTo, setSentTo] = useState<string>();
  const [sent, setSent] = useState(0);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();

  function sendCode() {
    const checked = verificationBody.safeParse({ email: sentTo ?? email });
    setProblem(checked.success ? undefined : "Enter a valid e-mail address");
    if (!checked.success || send.isPending) return;
    send.mutate(checked.data.email, {
      onSuccess: () => {
        setSentTo(checked.data.email);
        setSent((count) => count + 1);
      },
    });
  }

  /** Whether the code may be one; says so at its field where it may not. */
  function checkCode(): boolean {
    const looksRight = SIX_DIGITS.test(code);
    setProblem(looksRight ? undefined : "Enter the 6 digits from the e-mail");
    return looksRight;
  }

  function restart() {
    setSentTo(undefined);
    setCode("");
    setProblem(undefined);
  }

  return {
    email,
    setEmail,
    sentTo,
    sent,
    code,
    setCode,
    problem,
    isSending: send.isPending,
    sendCode,
    checkCode,
    restart,
  };
}

interface MailedCodeFieldProps {
  mailed: ReturnType<typeof useMailedCode>;
  label: string;
  purpose: CodePurpose;
  /** What the server said of the code. */
  refused?: string | undefined;
}

/** The address as long as no code was sent, the code from then on. */
export function MailedCodeField({ mailed, label, purpose, refused }: MailedCodeFieldProps) {
  if (mailed.sentTo !== undefined) {
    return (
      <CodeField
        email={mailed.sentTo}
        purpose={purpose}
        value={mailed.code}
        onChange={mailed.setCode}
        error={mailed.problem ?? refused}
        sent={mailed.sent}
      />
    );
  }
  return (
    <Field label={label} error={mailed.problem}>
      {(control) => (
        <Input
          {...control}
          type="email"
          autoComplete="email"
          value={mailed.email}
          onChange={(event) => mailed.setEmail(event.target.value)}
          maxLength={320}
          fieldSize="lg"
        />
      )}
    </Field>
  );
}

/** Below the form, once a code was sent. */
export function MailedCodeActions({
  mailed,
  onRestart,
}: {
  mailed: ReturnType<typeof useMailedCode>;
  onRestart: () => void;
}) {
  if (mailed.sentTo === undefined) return null;
  return (
    <p className="m-0 -ml-2.5 flex flex-wrap gap-x-4 text-ui">
      <Button variant="ghost" size="sm" pending={mailed.isSending} onClick={mailed.sendCode}>
        Send another code
      </Button>
      <Button
        variant="ghost"
        size="sm"
        onClick={() => {
          mailed.restart();
          onRestart();
        }}
      >
        Use another address
      </Button>
    </p>
  );
}
