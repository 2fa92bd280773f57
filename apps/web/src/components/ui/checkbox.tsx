import { Check, Minus } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import { useId } from "react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

interface CheckboxProps {
  checked: boolean | "indeterminate";
  onChange: (checked: boolean) => void;
  /** Visible text beside the box, or the box's name when `hideLabel`. */
  label: ReactNode;
  hideLabel?: boolean;
  help?: ReactNode;
  disabled?: boolean;
  className?: string | undefined;
}

/** On, off or partly on. The label is part of the target. */
export function Checkbox({
  checked,
  onChange,
  label,
  hideLabel = false,
  help,
  disabled = false,
  className,
}: CheckboxProps) {
  const id = useId();
  return (
    <span className={cn("flex items-start gap-2.5", hideLabel && "inline-flex", className)}>
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
        aria-label={hideLabel && typeof label === "string" ? label : undefined}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        // The box is 16px; the pseudo-element makes the target 24px (44px on touch) without moving anything.
        className="relative mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-check border border-line-control bg-sheet before:absolute before:-inset-1 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:opacity-60 data-[state=checked]:border-brand data-[state=checked]:bg-brand data-[state=indeterminate]:border-brand data-[state=indeterminate]:bg-brand touch:before:-inset-3.5"
      >
        <Primitive.Indicator className="text-on-brand">
          {checked === "indeterminate" ? (
            <Minus aria-hidden className="size-3" strokeWidth={3} />
          ) : (
            <Check aria-hidden className="size-3" strokeWidth={3} />
          )}
        </Primitive.Indicator>
      </Primitive.Root>
      {hideLabel ? null : (
        <span className="flex flex-col">
          <label htmlFor={id} className={cn("text-ui text-ink", disabled && "text-ink-3")}>
            {label}
          </label>
          {help === undefined ? null : (
            <span id={`${id}-help`} className="text-note text-ink-3">
              {help}
            </span>
          )}
        </span>
      )}
    </span>
  );
}
