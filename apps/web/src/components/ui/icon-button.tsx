import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cn } from "@/lib/style/cn.ts";
import { Tooltip } from "./tooltip.tsx";

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> {
  /** Its name, for the reader and the tooltip. */
  label: string;
  children: ReactNode;
  size?: "sm" | "md";
  /** `outline` where it stands among buttons. */
  variant?: "ghost" | "outline" | "inverse";
  /** Off where the place already says what it does (a Close in a corner). */
  tooltip?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const variants = {
  ghost: "border-transparent text-ink-2 hover:bg-press hover:text-ink data-[state=open]:bg-press",
  outline:
    "border-line-strong bg-sheet text-ink-2 shadow-xs hover:bg-hover hover:text-ink disabled:bg-sunken disabled:shadow-none disabled:border-line",
  inverse: "border-transparent text-canvas hover:bg-canvas/12",
};

/** A button whose whole face is an icon; its name is spoken, and shown on hover and focus. */
export function IconButton({
  label,
  children,
  size = "md",
  variant = "ghost",
  tooltip = true,
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the type is passed through, 'button' unless stated
      type={type}
      aria-label={label}
      className={cn(
        "inline-flex shrink-0 items-center justify-center border transition-colors duration-120 disabled:cursor-not-allowed disabled:text-ink-3 [&_svg]:size-4",
        size === "sm"
          ? "size-7 rounded-chip touch:size-10"
          : "size-8.5 rounded-control touch:size-11 [&_svg]:size-4.5",
        variants[variant],
        className,
      )}
    >
      {children}
    </button>
  );
  return tooltip ? <Tooltip content={label}>{button}</Tooltip> : button;
}
