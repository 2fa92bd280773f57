import { LOGIN_PASSWORD_MIN_LENGTH, loginBody } from "@forestay/contracts/auth";
import { PRODUCT_NAME } from "@forestay/contracts/product";
import { zodResolver } from "@hookform/resolvers/zod";
import { CircleAlert } from "lucide-react";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { useLogin } from "@/lib/auth/index.ts";
import { PublicLayout } from "./components/public-layout.tsx";

/** Sign-in. The guard around it leads on as soon as there is a user. */
export function LoginPage() {
  const login = useLogin();
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(loginBody),
    defaultValues: { email: "", password: "" },
  });

  useEffect(() => {
    document.title = `Sign in · ${PRODUCT_NAME}`;
  }, []);

  const submit = handleSubmit((values) => {
    // Two presses of Enter must not become two attempts against the rate limit.
    if (!login.isPending)
      login.mutate(values, { onError: () => setFocus("password", { shouldSelect: true }) });
  });

  return (
    <PublicLayout>
      <h1 tabIndex={-1} className="m-0 text-display font-strong text-balance max-md:text-[2.25rem]/10">
        Sign in
      </h1>
      <p className="m-0 mt-2 text-lead text-ink-2">See who is about to leave, and why.</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-8 flex flex-col gap-4.5">
        {login.isError ? (
          <p
            role="alert"
            className="m-0 flex items-start gap-2 rounded-inset bg-danger-tint px-3.5 py-2.5 text-ui text-danger-text"
          >
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {login.error.message}
          </p>
        ) : null}
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
    </PublicLayout>
  );
}
