import { Link } from "react-router";

/** A way from a text of the documentation to the page it speaks of. */
export function DocLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="rounded-check font-emphasis text-brand-text underline underline-offset-2">
      {children}
    </Link>
  );
}
