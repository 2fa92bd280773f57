import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

export const publicBox =
  "w-full min-w-0 rounded-control border border-line-control bg-sheet px-3 text-body text-ink field-focus aria-invalid:border-danger touch:text-input";

interface PublicFieldProps {
  id: string;
  label: string;
  isNeeded?: boolean;
  problem?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A field of a public form: its label above, what is wrong below. */
export function PublicField({ id, label, isNeeded, problem, className, children }: PublicFieldProps) {
  return (
    <div className={cn("min-w-0", className)}>
      <label htmlFor={id} className="block pb-1.5 text-ui font-emphasis text-ink">
        {label}
        {isNeeded === true ? (
          <span aria-hidden className="text-danger-text">
            {" *"}
          </span>
        ) : null}
      </label>
      {children}
      <p id={`${id}-problem`} role="alert" className="m-0 pt-1 text-note text-danger-text empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/** What its control says of itself. */
export const describedBy = (id: string, problem: string | undefined) =>
  problem === undefined ? {} : { "aria-invalid": true as const, "aria-describedby": `${id}-problem` };
