import type { CSSProperties, ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

interface ScrollBoxProps {
  /** What scrolls, for whoever lands in it by keyboard. */
  label: string;
  id?: string;
  /** `overflow-x-auto` unless it says otherwise. */
  className?: string | undefined;
  style?: CSSProperties;
  children: ReactNode;
}

/** A box that scrolls by itself, and by the arrow keys once it has the focus (WCAG 2.1.1). */
export function ScrollBox({ label, id, className, style, children }: ScrollBoxProps) {
  return (
    <section
      id={id}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className={cn("overflow-x-auto -outline-offset-2", className)}
      style={style}
    >
      {children}
    </section>
  );
}
