import { Link, useSearchParams } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { useStopReports } from "./api/account-queries.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { PublicLayout } from "./components/public-layout.tsx";

/**
 * /unsubscribe?token=: from a weekly report, signed in or not. A press, not the opening, ends it: programs that look
 * through mail open links too; a mail program's own button asks the API itself.
 */
export function UnsubscribePage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const stop = useStopReports();
  if (stop.data !== undefined) {
    return (
      <PublicLayout>
        <AccountHeading title="You are unsubscribed">
          No weekly report of {stop.data.companyName} goes to {stop.data.email} any more. It can be had again
          at any time, under Settings, Notifications.
        </AccountHeading>
        <ButtonLink to="/app" size="xl" className="mt-8 self-start">
          Open the dashboard
        </ButtonLink>
      </PublicLayout>
    );
  }
  return (
    <PublicLayout>
      <AccountHeading title="Unsubscribe">
        The weekly report stops coming. Nothing else changes: notifications and your account stay as they are.
      </AccountHeading>
      <div className="mt-8 flex flex-col gap-4.5">
        <FormProblem problem={stop.error?.message} />
        <Button
          variant="primary"
          size="xl"
          disabled={token.length < 10}
          pending={stop.isPending}
          pendingLabel="Unsubscribing..."
          onClick={() => stop.mutate(token)}
        >
          Unsubscribe
        </Button>
        {token.length < 10 ? (
          <p className="m-0 text-ui text-ink-2">Part of the link is missing. Open it from the mail again.</p>
        ) : null}
      </div>
      <p className="m-0 mt-7 text-ui text-ink-2">
        Another day or hour instead?{" "}
        <Link to="/app/settings?section=notifications" className="font-emphasis text-brand-text">
          Change when it comes
        </Link>
      </p>
    </PublicLayout>
  );
}
