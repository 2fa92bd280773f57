import { acceptInvitationBody } from "@forestay/contracts/schemas";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Link, useSearchParams } from "react-router";
import type { z } from "zod";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Spinner } from "@/components/ui/spinner.tsx";
import { accountQueries, useAcceptInvitation } from "./api/account-queries.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { FormProblem, fieldRefusal } from "./components/form-problem.tsx";
import { PublicLayout } from "./components/public-layout.tsx";

const form = acceptInvitationBody.omit({ token: true });

/** /register-invited?token=: who invited whom to which company and role, then names and a password. */
export function RegisterInvitedPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const invitation = useQuery({ ...accountQueries.invitation(token), enabled: token.length >= 10 });
  const accept = useAcceptInvitation();
  const { register, handleSubmit, formState } = useForm<z.infer<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: { firstName: "", lastName: "", password: "" },
  });

  if (token.length < 10 || invitation.isError) {
    return (
      <PublicLayout>
        <AccountHeading title="This invitation is not valid">
          It may have expired, been withdrawn, or already been used. Ask the person who invited you for a new
          one.
        </AccountHeading>
        <p className="m-0 mt-7 text-ui">
          <Link to="/login" className="font-emphasis text-brand-text">
            Sign in
          </Link>
        </p>
      </PublicLayout>
    );
  }
  if (invitation.data === undefined) {
    return (
      <PublicLayout>
        <Spinner size="lg" />
      </PublicLayout>
    );
  }
  const { companyName, invitedBy, role, email } = invitation.data;
  const submit = handleSubmit((values) => {
    if (!accept.isPending) accept.mutate({ token, ...values });
  });
  return (
    <PublicLayout>
      <AccountHeading title={`Join ${companyName}`}>
        {invitedBy} invited {email} as {role}.
      </AccountHeading>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-8 flex flex-col gap-4.5">
        <FormProblem error={accept.error} saidAt={["firstName", "lastName", "password"]} />
        <Field
          label="First name"
          error={formState.errors.firstName?.message ?? fieldRefusal(accept.error, "firstName")}
        >
          {(control) => (
            <Input {...control} {...register("firstName")} autoComplete="given-name" fieldSize="lg" />
          )}
        </Field>
        <Field
          label="Last name"
          error={formState.errors.lastName?.message ?? fieldRefusal(accept.error, "lastName")}
        >
          {(control) => (
            <Input {...control} {...register("lastName")} autoComplete="family-name" fieldSize="lg" />
          )}
        </Field>
        <Field
          label="Password"
          help="At least 10 characters."
          error={formState.errors.password?.message ?? fieldRefusal(accept.error, "password")}
        >
          {(control) => (
            <Input
              {...control}
              {...register("password")}
              type="password"
              autoComplete="new-password"
              fieldSize="lg"
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="xl"
          pending={accept.isPending}
          pendingLabel="Joining..."
        >
          Join {companyName}
        </Button>
      </form>
    </PublicLayout>
  );
}
