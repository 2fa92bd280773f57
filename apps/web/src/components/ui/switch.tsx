import { Switch as Primitive } from "radix-ui";
import { useId } from "react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  disabled?: boolean;
  className?: string | undefined;
}

/** Turns something on at once (a Checkbox waits for a form). The label is part of the target. */
export function Switch({ checked, onChange, label, disabled = false, className }: SwitchProps) {
  const id = useId();
  return (
    <span className={cn("inline-flex items-center gap-3", className)}>
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        className="relative h-4.5 w-8 shrink-0 rounded-full bg-line-control transition-colors duration-120 before:absolute before:-inset-1 disabled:cursor-not-allowed disabled:opacity-60 data-[state=checked]:bg-brand touch:before:-inset-3"
      >
        <Primitive.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-raised shadow-sm transition-transform duration-120 ease-calm data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-brand dark:bg-ink dark:data-[state=checked]:bg-on-brand" />
      </Primitive.Root>
      <label htmlFor={id} className="text-ui text-ink">
        {label}
      </label>
    </span>
  );
}
