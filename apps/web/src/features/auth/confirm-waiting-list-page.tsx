import { Link, Navigate, useSearchParams } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useConfirmPlace } from "./api/account-queries.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { PublicLayout } from "./components/public-layout.tsx";
import type { SuccessState } from "./hooks/success-state.ts";

/**
 * /confirm-waiting-list?token=: from the mail that asks to confirm. A press, not the opening, confirms: programs that look
 * through mail open links too.
 */
export function ConfirmWaitingListPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const confirm = useConfirmPlace();
  if (confirm.isSuccess) {
    return <Navigate to="/success" replace state={{ done: "waiting" } satisfies SuccessState} />;
  }
  return (
    <PublicLayout>
      <AccountHeading title="Confirm your place">
        One press, and we know that this address is yours. We write to it when it is your turn.
      </AccountHeading>
      <div className="mt-8 flex flex-col gap-4.5">
        <FormProblem problem={confirm.error?.message} />
        <Button
          variant="primary"
          size="xl"
          disabled={token.length < 10}
          pending={confirm.isPending}
          pendingLabel="Confirming..."
          onClick={() => confirm.mutate(token)}
        >
          Confirm my place
        </Button>
        {token.length < 10 ? (
          <p className="m-0 text-ui text-ink-2">Part of the link is missing. Open it from the mail again.</p>
        ) : null}
      </div>
      <p className="m-0 mt-7 text-ui text-ink-2">
        You have an account?{" "}
        <Link to="/login" className="font-emphasis text-brand-text">
          Sign in
        </Link>
      </p>
    </PublicLayout>
  );
}
