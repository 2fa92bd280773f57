import { mfaBody } from "@forestay/contracts/schemas";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { useCompleteMfa } from "../api/account-queries.ts";
import { AccountHeading } from "./account-heading.tsx";

/** Second step of a sign-in. The guard around the page leads on as soon as there is a user. */
export function MfaStep({ challengeId, onRestart }: { challengeId: string; onRestart: () => void }) {
  const complete = useCompleteMfa();
  const form = useServerForm({
    schema: mfaBody,
    defaultValues: { challengeId, code: "" },
    send: (body) => complete.mutateAsync(body),
  });

  return (
    <>
      <AccountHeading title="Second step">
        Enter the code that your authenticator app shows now.
      </AccountHeading>
      <form noValidate onSubmit={form.submit} className="mt-8 flex flex-col gap-4.5">
        <TextField
          form={form}
          name="code"
          label="Code"
          help="Without the app at hand, use one of your recovery codes."
          autoComplete="one-time-code"
          maxLength={20}
          fieldSize="lg"
        />
        <FormProblem problem={form.problem} />
        <Button type="submit" variant="primary" size="xl" pending={form.isPending} pendingLabel="Checking...">
          Continue
        </Button>
        <Button variant="ghost" onClick={onRestart}>
          Start again
        </Button>
      </form>
    </>
  );
}
