import { Link, useSearchParams } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { useRestoreAddress } from "./api/account-queries.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { PublicLayout } from "./components/public-layout.tsx";

/**
 * /restore-address?token=: from the mail to the old address of an account that moved. A press, not the opening, gives the
 * account back: programs that look through mail open links too.
 */
export function RestoreAddressPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const restore = useRestoreAddress();
  if (restore.data !== undefined) {
    return (
      <PublicLayout>
        <AccountHeading title="The account is yours again">
          It uses {restore.data.email}, every session has ended, and the password is gone. Set a new one to
          sign in.
        </AccountHeading>
        <ButtonLink to="/login?reset" variant="primary" size="xl" className="mt-8 self-start">
          Set a new password
        </ButtonLink>
      </PublicLayout>
    );
  }
  return (
    <PublicLayout>
      <AccountHeading title="Take your account back">
        It gets the address back that you read our mail at. Every session ends, and the password stops
        working.
      </AccountHeading>
      <div className="mt-8 flex flex-col gap-4.5">
        <FormProblem problem={restore.error?.message} />
        <Button
          variant="primary"
          size="xl"
          disabled={token.length < 10}
          pending={restore.isPending}
          pendingLabel="Taking it back..."
          onClick={() => restore.mutate(token)}
        >
          Take it back
        </Button>
        {token.length < 10 ? (
          <p className="m-0 text-ui text-ink-2">Part of the link is missing. Open it from the mail again.</p>
        ) : null}
      </div>
      <p className="m-0 mt-7 text-ui text-ink-2">
        It was you?{" "}
        <Link to="/login" className="font-emphasis text-brand-text">
          Nothing needs to be done
        </Link>
      </p>
    </PublicLayout>
  );
}
