import type { IntegrationProvider } from "@forestay/contracts/wire";
import { CreditCard } from "lucide-react";
import type { ReactNode } from "react";

/** Signs for kinds of systems: other companies' marks are theirs. */
const icons: Record<IntegrationProvider, ReactNode> = { stripe: <CreditCard /> };

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
