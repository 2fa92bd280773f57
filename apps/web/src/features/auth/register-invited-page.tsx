import { acceptInvitationBody } from "@forestay/contracts/schemas";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useSearchParams } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Spinner } from "@/components/ui/spinner.tsx";
import { ApiError } from "@/lib/api/index.ts";
import { useCurrentUserQuery } from "@/lib/auth/index.ts";
import { accountQueries, useAcceptInvitation } from "./api/account-queries.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { PublicLayout } from "./components/public-layout.tsx";
import type { SuccessState } from "./hooks/success-state.ts";

/** /register-invited?token=: who invited whom to which company and role, then names and a password. */
export function RegisterInvitedPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const user = useCurrentUserQuery();
  const invitation = useQuery({ ...accountQueries.invitation(token), enabled: token.length >= 10 });
  const accept = useAcceptInvitation();
  const known = invitation.data;
  const form = useServerForm({
    schema: acceptInvitationBody,
    defaultValues: { token, firstName: "", lastName: "", password: "" },
    // Whoever waited has told us their name already; what was typed here stays.
    values: { token, firstName: known?.firstName ?? "", lastName: known?.lastName ?? "", password: "" },
    send: (body) => accept.mutateAsync(body),
  });

  // Whoever joins just now is signed in by it; whoever was signed in before has no account to make here.
  if (user.data && accept.isSuccess && !user.data.onboardingCompleted) {
    return <Navigate to="/onboarding" replace />;
  }
  if (user.data) {
    return accept.isIdle ? (
      <Navigate to="/app" replace />
    ) : (
      <Navigate to="/success" replace state={{ done: "joined" } satisfies SuccessState} />
    );
  }
  if (token.length < 10 || isRefused(invitation.error)) {
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
  if (invitation.data === undefined || user.isPending) {
    return (
      <PublicLayout>
        <AccountHeading title="Your invitation" />
        <QueryView
          query={invitation}
          loading="Loading the invitation"
          failed="The invitation did not load"
          skeleton={<Spinner size="lg" />}
        >
          {() => null}
        </QueryView>
      </PublicLayout>
    );
  }
  const { companyName, invitedBy, role, email, hasAccount } = invitation.data;
  if (hasAccount) {
    return (
      <PublicLayout>
        <AccountHeading title="You have an account already">
          {companyName === null
            ? `There is an account with ${email}: your place is taken up, and nothing is left to do here.`
            : `${invitedBy} invited ${email} to ${companyName}. This address has an account, and an account belongs to one company: ask ${invitedBy} to invite you at another address.`}
        </AccountHeading>
        <p className="m-0 mt-7 text-ui">
          <Link to="/login" className="font-emphasis text-brand-text">
            Sign in with the account you have
          </Link>
        </p>
      </PublicLayout>
    );
  }
  return (
    <PublicLayout>
      {companyName === null ? (
        <AccountHeading title="Your place is ready">
          Create the account of {email}. Your company comes next.
        </AccountHeading>
      ) : (
        <AccountHeading title={`Join ${companyName}`}>
          {invitedBy} invited {email} as {role}.
        </AccountHeading>
      )}
      <form noValidate onSubmit={form.submit} className="mt-8 flex flex-col gap-4.5">
        <TextField form={form} name="firstName" label="First name" autoComplete="given-name" fieldSize="lg" />
        <TextField form={form} name="lastName" label="Last name" autoComplete="family-name" fieldSize="lg" />
        <TextField
          form={form}
          name="password"
          label="Password"
          help="At least 10 characters."
          type="password"
          autoComplete="new-password"
          fieldSize="lg"
        />
        <FormProblem problem={form.problem} />
        <Button
          type="submit"
          variant="primary"
          size="xl"
          pending={form.isPending}
          pendingLabel={companyName === null ? "Creating..." : "Joining..."}
        >
          {companyName === null ? "Create account" : `Join ${companyName}`}
        </Button>
      </form>
    </PublicLayout>
  );
}

/** Whether the server knows no such invitation; a server that does not answer says nothing of it. */
const isRefused = (error: Error | null) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== "rate_limited";
