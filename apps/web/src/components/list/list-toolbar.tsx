import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

/** Above the rows of a list: its search and filters, and at the right end what can be done with all of it. */
export function ListToolbar({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div
      className={cn(
        "flex flex-wrap items-center gap-2.5 border-b border-line px-4 py-2.5 md:px-5",
        className,
      )}
    >
      {children}
    </div>
  );
}
