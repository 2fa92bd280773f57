import { ArrowRight } from "lucide-react";
import { Link } from "react-router";

/** From a part of a page on to the whole of what it shows. */
export function MoreLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-6 w-fit items-center gap-1 rounded-check text-note font-strong text-brand-text no-underline hover:underline"
    >
      {children}
      <ArrowRight aria-hidden className="size-3.5" />
    </Link>
  );
}
