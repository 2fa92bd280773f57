import { cva } from "class-variance-authority";
import type { VariantProps } from "class-variance-authority";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link } from "react-router";
import type { LinkProps } from "react-router";
import { cn } from "@/lib/style/cn.ts";
import { Spinner } from "./spinner.tsx";

const buttonClasses = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap border font-strong select-none transition-colors duration-120 ease-calm disabled:cursor-not-allowed aria-disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary:
          "border-transparent bg-brand text-on-brand shadow-xs hover:bg-brand-hover disabled:border-line disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none",
        secondary:
          "border-line-strong bg-sheet text-ink shadow-xs hover:bg-hover active:bg-press disabled:border-line disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none",
        ghost:
          "border-transparent text-ink-2 hover:bg-press hover:text-ink disabled:text-ink-3 disabled:hover:bg-transparent",
        danger:
          "border-transparent text-danger-text hover:bg-danger-tint disabled:text-ink-3 disabled:hover:bg-transparent",
        /** On the bulk bar's ink surface. */
        inverse: "border-transparent text-canvas hover:bg-canvas/12 disabled:opacity-60",
      },
      size: {
        sm: "h-7 rounded-chip px-2.5 text-ui touch:min-h-10",
        md: "h-8.5 rounded-control px-3.5 text-ui touch:min-h-11",
        lg: "h-10 rounded-control px-4.5 text-body touch:min-h-11",
        xl: "h-11 rounded-control px-5 text-body",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

type Look = VariantProps<typeof buttonClasses>;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: NonNullable<Look["variant"]>;
  size?: NonNullable<Look["size"]>;
  icon?: ReactNode;
  /** While true the spinner replaces the icon, the width is held, and presses do nothing. */
  pending?: boolean;
  /** Label while pending: 'Joining...'. */
  pendingLabel?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A press that does something. One primary per region. */
export function Button({
  variant,
  size,
  icon,
  pending,
  pendingLabel,
  className,
  children,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  const spinner = (
    <Spinner size="sm" variant={variant === "primary" || variant === "inverse" ? "light" : "primary"} />
  );
  return (
    <button
      {...rest}
      // A press on Enter would submit the form again.
      type={pending ? "button" : type}
      // aria-disabled keeps the focus where it is; `disabled` would throw it to the body.
      aria-disabled={pending || undefined}
      onClick={pending ? undefined : onClick}
      className={cn(buttonClasses({ variant, size }), className)}
    >
      {pending === undefined ? (
        <>
          {icon}
          {children}
        </>
      ) : (
        // Both labels lie in one grid cell, so that the width does not change when one replaces the other.
        <span className="inline-grid items-center justify-items-center *:[grid-area:1/1]">
          <span
            aria-hidden={pending}
            className={cn("inline-flex items-center gap-2", pending && "invisible")}
          >
            {icon}
            {children}
          </span>
          <span
            aria-hidden={!pending}
            className={cn("inline-flex items-center gap-2", !pending && "invisible")}
          >
            {/* Its 'Loading' is the name only where no words stand beside it. */}
            <span aria-hidden={(pendingLabel ?? icon) !== undefined} className="inline-flex size-4">
              {pending ? spinner : null}
            </span>
            {pendingLabel ?? (icon === undefined ? null : children)}
          </span>
        </span>
      )}
    </button>
  );
}

export interface ButtonLinkProps extends LinkProps {
  variant?: NonNullable<Look["variant"]>;
  size?: NonNullable<Look["size"]>;
  icon?: ReactNode;
}

/** A link that looks like a button: it goes somewhere, so it stays a link for the keyboard and the reader. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={cn(buttonClasses({ variant, size }), className)}>
      {icon}
      {children}
    </Link>
  );
}
