import { siteButton } from "./site-link.tsx";

interface JoinButtonProps {
  /** Where it was opened from, as the list shows it. */
  source?: "landing" | "churn-calculator";
  look?: "primary" | "secondary";
  className?: string | undefined;
}

/** Opens the waiting list's dialog; the page's script listens to it. Without a script there is no form, and no button. */
export function JoinButton({ source = "landing", look = "primary", className }: JoinButtonProps) {
  return (
    <button type="button" data-join={source} className={siteButton(look, className)}>
      Join the waiting list
    </button>
  );
}
