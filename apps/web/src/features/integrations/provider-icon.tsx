import type { IntegrationProvider } from "@forestay/contracts/wire";
import { Cloud, ContactRound, CreditCard, Hash, Mail } from "lucide-react";
import type { ReactNode } from "react";

/** Signs for kinds of systems: other companies' marks are theirs. */
const icons: Record<IntegrationProvider, ReactNode> = {
  hubspot: <ContactRound />,
  stripe: <CreditCard />,
  salesforce: <Cloud />,
  mailchimp: <Mail />,
  slack: <Hash />,
};

export function ProviderIcon({ provider }: { provider: IntegrationProvider }) {
  return (
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center rounded-control border border-line text-ink-2 [&_svg]:size-4.5"
    >
      {icons[provider]}
    </span>
  );
}
