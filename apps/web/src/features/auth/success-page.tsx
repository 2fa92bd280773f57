import { CircleCheck } from "lucide-react";
import { ButtonLink } from "@/components/ui/button.tsx";
import { AccountHeading } from "./components/account-heading.tsx";
import { PublicLayout } from "./components/public-layout.tsx";

/** /success: the sign-in worked; where an answer of another site or a link in a mail leads. */
export function SuccessPage() {
  return (
    <PublicLayout>
      <CircleCheck aria-hidden className="mb-4 size-10 text-ok" />
      <AccountHeading title="You are signed in">
        Go on here, or close this tab and go on where you came from.
      </AccountHeading>
      <ButtonLink to="/app" variant="primary" size="xl" className="mt-8 self-start">
        Continue
      </ButtonLink>
    </PublicLayout>
  );
}
