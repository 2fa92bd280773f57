import { cn } from "@/lib/style/cn.ts";

const sizes = { sm: 16, md: 22, lg: 30, xl: 42 } as const;

interface SpinnerProps {
  size?: keyof typeof sizes;
  /** `light` for filled surfaces, `primary` for sheets. */
  variant?: "primary" | "light";
  className?: string | undefined;
}

/** Turning ring with the hidden label 'Loading'. */
export function Spinner({ size = "md", variant = "primary", className }: SpinnerProps) {
  const pixels = sizes[size];
  return (
    <span role="status" className={cn("inline-flex", className)}>
      <svg
        width={pixels}
        height={pixels}
        viewBox="0 0 24 24"
        fill="none"
        aria-hidden
        className={cn("animate-turn", variant === "light" ? "text-current" : "text-brand")}
      >
        <circle
          cx="12"
          cy="12"
          r="10"
          strokeWidth="2.6"
          stroke={variant === "light" ? "currentColor" : "var(--press)"}
          strokeOpacity={variant === "light" ? 0.28 : 1}
        />
        <path d="M12 2a10 10 0 0 1 10 10" strokeWidth="2.6" stroke="currentColor" strokeLinecap="round" />
      </svg>
      <span className="sr-only">Loading</span>
    </span>
  );
}
