import type { AnchorHTMLAttributes, ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

const looks = {
  primary: "border-transparent bg-brand text-on-brand shadow-xs hover:bg-brand-hover",
  secondary: "border-line-strong bg-sheet text-ink shadow-xs hover:bg-hover active:bg-press",
  ghost: "border-transparent text-ink hover:bg-press",
} as const;

export const siteButton = (look: keyof typeof looks, className?: string) =>
  cn(
    "inline-flex h-11 shrink-0 items-center justify-center gap-2 rounded-control border px-5 text-body font-strong whitespace-nowrap no-underline transition-colors duration-120 ease-calm",
    looks[look],
    className,
  );

interface SiteButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  look?: keyof typeof looks;
}

/** A link that looks like a button, on pages that no router runs. */
export function SiteButtonLink({ look = "secondary", className, children, ...rest }: SiteButtonLinkProps) {
  return (
    <a {...rest} className={siteButton(look, className)}>
      {children}
    </a>
  );
}

interface SiteLinkProps {
  href: string;
  isHere?: boolean;
  children: ReactNode;
}

export function SiteLink({ href, isHere = false, children }: SiteLinkProps) {
  return (
    <a
      href={href}
      {...(isHere ? { "aria-current": "page" as const } : {})}
      className={cn(
        "inline-flex min-h-8 items-center rounded-check text-body font-medium no-underline hover:text-ink touch:min-h-11",
        isHere ? "font-strong text-ink" : "text-ink-2",
      )}
    >
      {children}
    </a>
  );
}
