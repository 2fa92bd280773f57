import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

/** What the control inside a Field must carry, so that label, help and error belong to it. */
export interface FieldControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  /** Shown behind the label in ink-3: 'optional'. */
  hint?: string;
  hideLabel?: boolean;
  className?: string | undefined;
  children: (control: FieldControlProps) => ReactNode;
}

/** Label above, help or error below, all tied to the one control it is given. */
export function Field({ label, help, error, hint, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const describedBy = error === undefined ? (help === undefined ? undefined : `${id}-help`) : `${id}-error`;
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className={cn("text-note font-emphasis text-ink", hideLabel && "sr-only")}>
        {label}
        {hint === undefined ? null : <span className="font-regular text-ink-3"> {hint}</span>}
      </label>
      {children({
        id,
        "aria-describedby": describedBy,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      {error === undefined ? (
        help === undefined ? null : (
          <p id={`${id}-help`} className="m-0 text-note text-ink-3">
            {help}
          </p>
        )
      ) : (
        <p id={`${id}-error`} className="m-0 flex items-start gap-1.5 text-note text-danger-text">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" strokeWidth={2} />
          {error}
        </p>
      )}
    </div>
  );
}
