import { CODE_LENGTH } from "@forestay/contracts/wire";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { fieldProblem } from "./setting-form.tsx";

interface ProofFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The refused save; what it says of this field is shown at it. */
  error: Error | null;
}

/** One's own password, asked for again before something that a borrowed screen must not do. */
export function OwnPasswordField({ value, onChange, error, ...rest }: ProofFieldProps & OwnPasswordWords) {
  const { label = "Your password", name = "password", className } = rest;
  return (
    <Field label={label} error={fieldProblem(error, name)} className={className}>
      {(control) => (
        <Input
          {...control}
          type="password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="current-password"
        />
      )}
    </Field>
  );
}

interface OwnPasswordWords {
  label?: string;
  /** The field's name on the wire. */
  name?: string;
  className?: string | undefined;
}

/** Six digits of a mail or an authenticator app. */
export function SixDigitsField({ value, onChange, error }: ProofFieldProps) {
  return (
    <Field label="Code" error={fieldProblem(error, "code")}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          value={value}
          maxLength={CODE_LENGTH}
          onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ""))}
          autoComplete="one-time-code"
          className="w-40"
        />
      )}
    </Field>
  );
}
