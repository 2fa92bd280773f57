import { loginBody } from "@forestay/contracts/schemas";
import { LOGIN_PASSWORD_MIN_LENGTH } from "@forestay/contracts/wire";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link, useSearchParams } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { useLogin } from "@/lib/auth/index.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { FormProblem } from "./components/form-problem.tsx";
import { MfaStep } from "./components/mfa-step.tsx";
import { PublicLayout } from "./components/public-layout.tsx";
import { ResetPassword } from "./components/reset-password.tsx";

/** Sign-in. The guard around it leads on as soon as there is a user. */
export function LoginPage() {
  const login = useLogin();
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(loginBody),
    defaultValues: { email: "", password: "" },
  });

  const [params, setParams] = useSearchParams();
  const challenge = login.data !== undefined && "mfaRequired" in login.data ? login.data : null;

  const submit = handleSubmit((values) => {
    // Two presses of Enter must not become two attempts against the rate limit.
    if (!login.isPending)
      login.mutate(values, { onError: () => setFocus("password", { shouldSelect: true }) });
  });

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
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-8 flex flex-col gap-4.5">
        <FormProblem error={login.error} />
        <Field label="Email" error={formState.errors.email?.message}>
          {(control) => (
            <Input
              {...control}
              {...register("email")}
              type="email"
              autoComplete="username"
              inputMode="email"
              fieldSize="lg"
            />
          )}
        </Field>
        <Field label="Password" error={formState.errors.password?.message}>
          {(control) => (
            <Input
              {...control}
              {...register("password")}
              type="password"
              autoComplete="current-password"
              minLength={LOGIN_PASSWORD_MIN_LENGTH}
              fieldSize="lg"
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="xl"
          pending={login.isPending}
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
