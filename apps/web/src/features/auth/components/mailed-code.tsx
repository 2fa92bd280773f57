import { verificationBody } from "@forestay/contracts/schemas";
import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { FormTrap } from "@/components/form/form-trap.tsx";
import { formAge } from "@/lib/form-age.ts";
import type { CodeRequest } from "../api/account-queries.ts";
import { Button } from "@/components/ui/button.tsx";

/** An address, a code by mail, and what comes after it: the way that signing up and a forgotten password share. */
export function useMailedCode(send: UseMutationResult<unknown, Error, CodeRequest>) {
  const [address, setAddress] = useState("");
  const [sent, setSent] = useState(0);
  return {
    /** The address that is, or was last, asked for. */
    address,
    /** Codes that went there; 0 as long as it is asked for. */
    sent,
    send,
    wasSent: (to: string) => {
      setAddress(to);
      setSent((count) => count + 1);
    },
    restart: () => setSent(0),
  };
}

type MailedCode = ReturnType<typeof useMailedCode>;

/** The address as long as no code was sent. */
export function AddressForm({ mailed, label }: { mailed: MailedCode; label: string }) {
  const [openedAt] = useState(() => performance.now());
  const form = useServerForm({
    schema: verificationBody,
    defaultValues: { email: mailed.address, website: "" },
    send: async (body) => mailed.send.mutateAsync({ ...body, openForMs: await formAge(openedAt) }),
    onSent: (_answer, { email }) => mailed.wasSent(email),
  });
  return (
    <form noValidate onSubmit={form.submit} className="mt-8 flex flex-col gap-4.5">
      <TextField
        form={form}
        name="email"
        label={label}
        type="email"
        autoComplete="email"
        maxLength={320}
        fieldSize="lg"
      />
      <FormTrap form={form} />
      <FormProblem problem={form.problem} />
      <Button type="submit" variant="primary" size="xl" pending={form.isPending} pendingLabel="Sending...">
        Send code
      </Button>
    </form>
  );
}

/** Below the form of the code: another one, or another address. */
export function MailedCodeActions({ mailed }: { mailed: MailedCode }) {
  const { address, send, wasSent, restart } = mailed;
  return (
    <>
      <FormProblem problem={send.error?.message} />
      <p className="m-0 -ml-2.5 flex flex-wrap gap-x-4 text-ui">
        <Button
          variant="ghost"
          size="sm"
          pending={send.isPending}
          onClick={() => send.mutate({ email: address }, { onSuccess: () => wasSent(address) })}
        >
          Send another code
        </Button>
        <Button variant="ghost" size="sm" onClick={restart}>
          Use another address
        </Button>
      </p>
    </>
  );
}
