import { cva } from "class-variance-authority";
import type { VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

const tagClasses = cva(
  "inline-flex h-5.5 shrink-0 items-center gap-1.5 rounded-tag px-2 text-small font-strong whitespace-nowrap [&_svg]:size-3.5",
  {
    variants: {
      tone: {
        neutral: "bg-press text-ink-2",
        info: "bg-brand-tint text-brand-text",
        ok: "bg-ok-tint text-ok-text",
        warning: "bg-risk-med-tint text-risk-med-text",
        danger: "bg-danger-tint text-danger-text",
        outline: "border border-line-strong bg-sheet text-ink-2",
        solid: "bg-ink text-canvas",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type TagTone = NonNullable<VariantProps<typeof tagClasses>["tone"]>;

interface TagProps {
  tone?: TagTone;
  icon?: ReactNode;
  /** Always a word: color alone says nothing. */
  children: ReactNode;
  className?: string | undefined;
}

/** A word on a tint. */
export function Tag({ tone, icon, children, className }: TagProps) {
  return (
    <span className={cn(tagClasses({ tone }), className)}>
      {icon}
      {children}
    </span>
  );
}

const dotTones = {
  ok: "bg-ok",
  warning: "bg-risk-med",
  danger: "bg-risk-high",
  neutral: "bg-line-strong",
  hollow: "border-[1.5px] border-ink-3",
} as const;

/** A status dot with the word it stands for. */
export function StatusDot({
  tone,
  children,
  className,
}: {
  tone: keyof typeof dotTones;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <span className={cn("inline-flex items-center gap-2 whitespace-nowrap", className)}>
      <span aria-hidden className={cn("size-1.75 shrink-0 rounded-full", dotTones[tone])} />
      {children}
    </span>
  );
}
