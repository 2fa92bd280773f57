import { CircleCheck } from "lucide-react";
import { useLocation } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Spinner } from "@/components/ui/spinner.tsx";
import { useCurrentUserQuery } from "@/lib/auth/index.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { PublicLayout } from "./components/public-layout.tsx";
import { readDone } from "./hooks/success-state.ts";

/**
 * /success: ends joining by an invitation, a confirmed place on the waiting list and resetting a password, and is where an answer of another site leads. Anybody
 * may open it, so it says what is true.
 */
export function SuccessPage() {
  const done = readDone(useLocation().state);
  const { data: user, error } = useCurrentUserQuery();
  if (user === undefined) {
    return (
      <PublicLayout>
        {error === null ? <Spinner size="lg" /> : <FormProblem problem={error.message} />}
      </PublicLayout>
    );
  }
  if (done === "waiting") {
    return (
      <PublicLayout>
        <CircleCheck aria-hidden className="mb-4 size-10 text-ok" />
        <AccountHeading title="Your place is confirmed">
          We write to your address when it is your turn. There is nothing more to do.
        </AccountHeading>
        <ButtonLink to="/" reloadDocument size="xl" className="mt-8 self-start">
          Go to the start page
        </ButtonLink>
      </PublicLayout>
    );
  }
  if (user === null) {
    return (
      <PublicLayout>
        {done === "password" ? (
          <>
            <CircleCheck aria-hidden className="mb-4 size-10 text-ok" />
            <AccountHeading title="Your password is changed">
              Sign in with the new one. Every session of your account has ended.
            </AccountHeading>
          </>
        ) : (
          <AccountHeading title="You are not signed in">Sign in to go on.</AccountHeading>
        )}
        <ButtonLink to="/login" variant="primary" size="xl" className="mt-8 self-start">
          Sign in
        </ButtonLink>
      </PublicLayout>
    );
  }
  return (
    <PublicLayout>
      <CircleCheck aria-hidden className="mb-4 size-10 text-ok" />
      {done === "joined" && user.company !== null ? (
        <AccountHeading title={`You have joined ${user.company.name}`}>
          Your account is ready, as {user.companyRole}.
        </AccountHeading>
      ) : (
        <AccountHeading title="You are signed in">
          Go on here, or close this tab and go on where you came from.
        </AccountHeading>
      )}
      <ButtonLink to="/app" variant="primary" size="xl" className="mt-8 self-start">
        Continue
      </ButtonLink>
    </PublicLayout>
  );
}
