import { useEffect } from "react";
import type { ReactNode } from "react";
import { useController } from "react-hook-form";
import type { ControllerRenderProps, FieldPath, FieldValues } from "react-hook-form";
import { Field } from "@/components/ui/field.tsx";
import type { FieldControlProps, FieldProps } from "@/components/ui/field.tsx";
import type { ServerForm } from "./use-server-form.ts";

/** A field's value, how to change it, and what is wrong with it: for what is no single control under a label. */
export function useFormField<Values extends FieldValues, Name extends FieldPath<Values>>(
  form: ServerForm<Values>,
  name: Name,
): ControllerRenderProps<Values, Name> & { error: string | undefined } {
  const { field, fieldState } = useController({ control: form.control, name });
  const { shown } = form;
  useEffect(() => {
    shown.add(name);
    return () => void shown.delete(name);
  }, [shown, name]);
  return { ...field, error: firstMessage(fieldState.error) };
}

/** A field that holds several values says the first thing that is wrong with any of them. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  for (const [key, inner] of Object.entries(error)) {
    const message = key === "ref" ? undefined : firstMessage(inner);
    if (message !== undefined) return message;
  }
  return undefined;
}

interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> extends Omit<
  FieldProps,
  "children" | "error"
> {
  form: ServerForm<Values>;
  name: Name;
  children: (control: FieldControlProps & ControllerRenderProps<Values, Name>) => ReactNode;
}

/** A Field bound to one name of the form: its control gets value and handlers, its errors come from schema and server. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  children,
  ...look
}: FormFieldProps<Values, Name>) {
  const { error, ...field } = useFormField(form, name);
  return (
    <Field {...look} error={error}>
      {(control) => children({ ...control, ...field })}
    </Field>
  );
}
