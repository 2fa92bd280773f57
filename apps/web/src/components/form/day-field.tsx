import type { FieldPathByValue, FieldValues } from "react-hook-form";
import type { FieldProps } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { FormField } from "./form-field.tsx";
import type { ServerForm } from "./use-server-form.ts";

interface DayFieldProps<Values extends FieldValues> extends Pick<FieldProps, "label" | "help" | "hint"> {
  form: ServerForm<Values>;
  name: FieldPathByValue<Values, string | null | undefined>;
}

/** A day in a form, null while none is chosen. */
export function DayField<Values extends FieldValues>(props: DayFieldProps<Values>) {
  return (
    <FormField {...props}>
      {({ value, onChange, ...control }) => (
        <Input
          {...control}
          type="date"
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
        />
      )}
    </FormField>
  );
}
