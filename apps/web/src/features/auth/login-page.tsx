import { loginBody } from "@forestay/contracts/schemas";
import { LOGIN_PASSWORD_MIN_LENGTH } from "@forestay/contracts/wire";
import { useSyncExternalStore } from "react";
import { Link, useSearchParams } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { getSessionNotice, onSessionNotice } from "@/lib/api/index.ts";
import { useLogin } from "@/lib/auth/index.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { MfaStep } from "./components/mfa-step.tsx";
import { PublicLayout } from "./components/public-layout.tsx";
import { ResetPassword } from "./components/reset-password.tsx";

/** Sign-in. The guard around it leads on as soon as there is a user. */
export function LoginPage() {
  const login = useLogin();
  const notice = useSyncExternalStore(onSessionNotice, getSessionNotice);
  const form = useServerForm({
    schema: loginBody,
    defaultValues: { email: "", password: "" },
    send: (body) => login.mutateAsync(body),
    returnTo: "password",
  });

  const [params, setParams] = useSearchParams();
  const challenge = login.data !== undefined && "mfaRequired" in login.data ? login.data : null;

  if (challenge !== null) {
    return (
      <PublicLayout>
        <MfaStep challengeId={challenge.challengeId} onRestart={() => login.reset()} />
      </PublicLayout>
    );
  }
  if (params.has("reset")) {
    return (
      <PublicLayout>
        <ResetPassword onDone={() => setParams({}, { replace: true })} />
      </PublicLayout>
    );
  }
  return (
    <PublicLayout>
      <AccountHeading title="Sign in">See who is about to leave, and why.</AccountHeading>
      {notice === null ? null : (
        <p role="status" className="m-0 mt-7 rounded-inset bg-sunken px-3.5 py-2.5 text-ui text-ink">
          {notice}
        </p>
      )}
      <form noValidate onSubmit={form.submit} className="mt-8 flex flex-col gap-4.5">
        <TextField
          form={form}
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          inputMode="email"
          fieldSize="lg"
        />
        <TextField
          form={form}
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          minLength={LOGIN_PASSWORD_MIN_LENGTH}
          fieldSize="lg"
        />
        <FormProblem problem={form.problem} />
        <Button
          type="submit"
          variant="primary"
          size="xl"
          pending={form.isPending}
          pendingLabel="Signing in..."
          className="mt-1.5"
        >
          Sign in
        </Button>
      </form>
      <p className="m-0 mt-7 flex flex-wrap justify-between gap-x-6 gap-y-1 text-ui text-ink-2">
        <span>
          New here?{" "}
          <Link to="/register" className="font-emphasis text-brand-text">
            Create an account
          </Link>
        </span>
        <Link to="/login?reset" className="font-emphasis text-brand-text">
          Forgot your password?
        </Link>
      </p>
    </PublicLayout>
  );
}
