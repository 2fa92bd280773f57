import { useState } from "react";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { useCompleteMfa } from "../api/account-queries.ts";
import { AccountHeading } from "./account-heading.tsx";
import { FormProblem, fieldRefusal } from "./form-problem.tsx";

/** Second step of a sign-in. The guard around the page leads on as soon as there is a user. */
export function MfaStep({ challengeId, onRestart }: { challengeId: string; onRestart: () => void }) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const complete = useCompleteMfa();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (complete.isPending) return;
    if (code.trim().length < 6) setProblem("Enter the code of your authenticator app, or a recovery code");
    else complete.mutate({ challengeId, code: code.trim() });
  }

  return (
    <>
      <AccountHeading title="Second step">
        Enter the code that your authenticator app shows now.
      </AccountHeading>
      <form noValidate onSubmit={submit} className="mt-8 flex flex-col gap-4.5">
        <FormProblem error={complete.error} saidAt={["code"]} />
        <Field
          label="Code"
          error={problem ?? fieldRefusal(complete.error, "code")}
          help="Without the app at hand, use one of your recovery codes."
        >
          {(control) => (
            <Input
              {...control}
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                setProblem(undefined);
              }}
              autoComplete="one-time-code"
              maxLength={20}
              fieldSize="lg"
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="xl"
          pending={complete.isPending}
          pendingLabel="Checking..."
        >
          Continue
        </Button>
        <Button variant="ghost" onClick={onRestart}>
          Start again
        </Button>
      </form>
    </>
  );
}
