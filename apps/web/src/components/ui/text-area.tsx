import type { Ref, TextareaHTMLAttributes } from "react";
import { cn } from "@/lib/style/cn.ts";

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** Text over several lines; stands inside a Field, which gives it its label. */
export function TextArea({ className, ...rest }: TextAreaProps) {
  return (
    <textarea
      {...rest}
      className={cn(
        "block w-full rounded-control border border-line-control bg-sheet px-3 py-2 text-body text-ink field-focus placeholder:text-ink-3 aria-invalid:border-danger touch:text-input",
        className,
      )}
    />
  );
}
