import type { FieldPathByValue, FieldValues } from "react-hook-form";
import type { FieldProps } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import type { InputProps } from "@/components/ui/input.tsx";
import { FormField } from "./form-field.tsx";
import type { ServerForm } from "./use-server-form.ts";

/** A name in the form under which a text stands. */
export type TextName<Values extends FieldValues> = FieldPathByValue<Values, string | undefined>;

interface TextFieldProps<Values extends FieldValues>
  extends
    Pick<FieldProps, "label" | "help" | "hint" | "hideLabel">,
    Omit<InputProps, "form" | "name" | "value" | "onChange" | "onBlur" | "ref" | "className"> {
  form: ServerForm<Values>;
  name: TextName<Values>;
  /** Of the field, not of the box in it. */
  className?: string;
  boxClassName?: string;
  /** What may be typed at all: digits of a code. */
  keep?: (typed: string) => string;
}

/** One line of text in a form. */
export function TextField<Values extends FieldValues>({
  form,
  name,
  label,
  help,
  hint,
  hideLabel = false,
  className,
  boxClassName,
  keep = (typed) => typed,
  ...input
}: TextFieldProps<Values>) {
  return (
    <FormField
      form={form}
      name={name}
      label={label}
      help={help}
      {...(hint === undefined ? {} : { hint })}
      hideLabel={hideLabel}
      className={className}
    >
      {({ value, onChange, ...control }) => (
        <Input
          {...input}
          {...control}
          value={value ?? ""}
          onChange={(event) => onChange(keep(event.target.value))}
          className={boxClassName}
        />
      )}
    </FormField>
  );
}
