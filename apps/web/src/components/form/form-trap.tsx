import type { FieldPath, FieldValues } from "react-hook-form";
import { FormField } from "./form-field.tsx";
import type { ServerForm } from "./use-server-form.ts";

/** A field that no person sees or reaches, for programs that fill in whatever they find; its form's values have a `website`. */
export function FormTrap<Values extends FieldValues & { website?: string | undefined }>({
  form,
}: {
  form: ServerForm<Values>;
}) {
  return (
    <div aria-hidden className="absolute -left-[200vw] h-0 w-0 overflow-hidden">
      <FormField form={form} name={"website" as FieldPath<Values>} label="Leave this empty">
        {({ value, onChange, ...control }) => (
          <input
            {...control}
            tabIndex={-1}
            autoComplete="off"
            value={value ?? ""}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </FormField>
    </div>
  );
}
