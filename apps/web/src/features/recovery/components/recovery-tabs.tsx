import { NavLink } from "react-router";
import { cn } from "@/lib/style/cn.ts";

const tabs = [
  { to: "/app/recovery", label: "Queue" },
  { to: "/app/recovery/cards", label: "Cards" },
  { to: "/app/recovery/policy", label: "Policy" },
  { to: "/app/recovery/results", label: "Results" },
  { to: "/app/recovery/cancel-flow", label: "Cancel flow" },
] as const;

/** The screens of recovery, each with an address of its own. */
export function RecoveryTabs({ note }: { note?: string | undefined }) {
  return (
    <nav
      aria-label="Recovery"
      className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line px-4 md:px-5"
    >
      <ul className="m-0 -mb-px flex list-none gap-4 p-0 md:gap-6">
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                cn(
                  "flex h-11 items-center border-b-2 text-ui font-medium no-underline -outline-offset-2",
                  isActive
                    ? "border-brand font-strong text-ink"
                    : "border-transparent text-ink-2 hover:text-ink",
                )
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      {note === undefined ? null : <p className="m-0 py-2 text-small text-ink-2">{note}</p>}
    </nav>
  );
}
