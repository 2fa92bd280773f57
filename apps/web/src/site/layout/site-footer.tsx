import { PRODUCT_NAME } from "@forestay/contracts/wire";
import { SiteLink } from "./site-link.tsx";

const groups = [
  {
    title: "Product",
    links: [
      { href: "/#how-it-works", label: "How it works" },
      { href: "/churn-calculator", label: "Churn calculator" },
      { href: "/own-file", label: "Try your own file" },
      { href: "/book-demo", label: "Book a demo" },
      { href: "/docs", label: "Documentation" },
      { href: "/api/docs", label: "API reference" },
    ],
  },
  {
    title: "Account",
    links: [
      { href: "/login", label: "Log in" },
      { href: "/register", label: "Create an account" },
    ],
  },
  {
    title: "This installation",
    links: [
      { href: "/privacy", label: "Privacy" },
      { href: "/terms", label: "Terms" },
    ],
  },
];

export function SiteFooter() {
  return (
    <footer className="relative mt-20 border-t border-line bg-sunken print:hidden">
      <div className="mx-auto grid max-w-330 gap-8 px-4 py-10 md:grid-cols-4 md:px-8">
        <p className="m-0 text-ui text-ink-2">
          {PRODUCT_NAME} is open source under the MIT license. You run it; your customers stay with you.
        </p>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className="m-0 pb-1 text-ui font-strong text-ink">{title}</p>
            <ul className="m-0 list-none p-0">
              {links.map(({ href, label }) => (
                <li key={href}>
                  <SiteLink href={href}>{label}</SiteLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
