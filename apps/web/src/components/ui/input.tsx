import type { InputHTMLAttributes, Ref } from "react";
import { cn } from "@/lib/style/cn.ts";

const box =
  "w-full rounded-control border border-line-control bg-sheet text-body text-ink placeholder:text-ink-3 field-focus transition-[border-color,box-shadow] duration-120 aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 touch:text-input";

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** 36 in pages, 40 in dialogs and public forms. */
  fieldSize?: "md" | "lg";
  ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text; stands inside a Field, which gives it its label. */
export function Input({ fieldSize = "md", className, ...rest }: InputProps) {
  return (
    <input
      {...rest}
      className={cn(box, fieldSize === "md" ? "h-9 px-3" : "h-10 px-3", "touch:h-11", className)}
    />
  );
}
