import { PRODUCT_NAME } from "@forestay/contracts/product";
import { useEffect } from "react";
import { Button } from "@/components/ui/button.tsx";
import { useCurrentUser, useLogout } from "@/lib/auth/index.ts";
import { PublicLayout } from "./components/public-layout.tsx";

/** Where the guard keeps people whose account is not set up; says what is missing and who can add it. */
export function OnboardingPage() {
  const user = useCurrentUser();
  const logout = useLogout();
  useEffect(() => {
    document.title = `Account not set up · ${PRODUCT_NAME}`;
  }, []);
  return (
    <PublicLayout>
      <h1 tabIndex={-1} className="m-0 text-display font-strong text-balance max-md:text-[2.25rem]/10">
        Your account is not set up yet
      </h1>
      <p className="m-0 mt-3 text-lead text-ink-2">
        {user.email} has no company to work in. Ask the person who runs this installation to add you to one,
        then sign in again.
      </p>
      <Button
        size="lg"
        className="mt-7 self-start"
        pending={logout.isPending}
        pendingLabel="Signing out..."
        onClick={() => logout.mutate()}
      >
        Sign Out
      </Button>
    </PublicLayout>
  );
}
