import { Wordmark } from "@/components/ui/wordmark.tsx";
import { JoinButton } from "./join-button.tsx";
import { SiteLink, SiteButtonLink } from "./site-link.tsx";

const places = [
  { href: "/#product", label: "Product" },
  { href: "/#how-it-works", label: "How it works" },
  { href: "/#pricing", label: "Pricing" },
  { href: "/churn-calculator", label: "Churn calculator" },
  { href: "/docs", label: "Docs" },
];

/** Where one is, and the ways on. Signed-in people are one click from the app: the script swaps the words. */
export function SiteHeader({ path }: { path: string }) {
  return (
    <header className="relative z-20 mx-auto flex w-full max-w-330 flex-wrap items-center gap-x-10 gap-y-2 px-4 py-4 md:px-8 print:hidden">
      <a href="/" className="rounded-check no-underline">
        <Wordmark />
      </a>
      <nav
        aria-label="Site"
        className="order-last flex w-full flex-wrap gap-x-6 lg:order-none lg:w-auto lg:gap-x-7"
      >
        {places.map(({ href, label }) => (
          <SiteLink key={href} href={href} isHere={href === path || path.startsWith(`${href}/`)}>
            {label}
          </SiteLink>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-2 md:gap-3">
        <SiteButtonLink href="/login" look="ghost" data-sign-in>
          Log in
        </SiteButtonLink>
        <JoinButton className="max-md:hidden" />
      </div>
    </header>
  );
}
