import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";

interface NumberFieldProps {
  label: string;
  help?: string | undefined;
  value: number;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** A whole number: only digits can be typed. */
export function NumberField({ label, help, value, disabled = false, onChange }: NumberFieldProps) {
  return (
    <Field label={label} help={help}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          className="w-28"
          disabled={disabled}
          value={String(value)}
          onChange={(event) => onChange(Number(event.target.value.replaceAll(/\D/g, "").slice(0, 5)))}
        />
      )}
    </Field>
  );
}
