import { CODE_LENGTH } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { localCodeQuery } from "@/lib/auth/local-code.ts";
import type { CodePurpose } from "@/lib/auth/local-code.ts";

interface CodeFieldProps {
  email: string;
  purpose: CodePurpose;
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
  /** Counts the sends: a new code is looked up after each. */
  sent: number;
  fieldSize?: "md" | "lg";
}

/** The six digits from the e-mail. On a newcomer's own machine, where mail goes nowhere, the code is offered here. */
export function CodeField({
  email,
  purpose,
  value,
  onChange,
  error,
  sent,
  fieldSize = "lg",
}: CodeFieldProps) {
  const local = useQuery(localCodeQuery(email, purpose, sent));
  return (
    <div className="flex flex-col gap-2">
      <Field label="Code" error={error} help="Six digits, valid for 10 minutes.">
        {(control) => (
          <Input
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, "").slice(0, CODE_LENGTH))}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_LENGTH}
            fieldSize={fieldSize}
            className="tabular tracking-[0.3em]"
          />
        )}
      </Field>
      {typeof local.data === "string" ? (
        <p className="m-0 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-inset bg-risk-med-tint px-3 py-2 text-ui text-risk-med-text">
          <span>
            Mail is not leaving this server. The code is <strong className="tabular">{local.data}</strong>.
          </span>
          <Button size="sm" onClick={() => typeof local.data === "string" && onChange(local.data)}>
            Use it
          </Button>
        </p>
      ) : null}
    </div>
  );
}
