import { CODE_LENGTH } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import type { FieldValues, PathValue } from "react-hook-form";
import { TextField } from "@/components/form/text-field.tsx";
import type { TextName } from "@/components/form/text-field.tsx";
import type { ServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { localCodeQuery } from "@/lib/auth/local-code.ts";
import type { CodePurpose } from "@/lib/auth/local-code.ts";

interface CodeFieldProps<Values extends FieldValues> {
  form: ServerForm<Values>;
  name: TextName<Values>;
  email: string;
  purpose: CodePurpose;
  /** Counts the sends: a new code is looked up after each. */
  sent: number;
  fieldSize?: "md" | "lg";
}

/** The six digits from the e-mail. On a newcomer's own machine, where mail goes nowhere, the code is offered here. */
export function CodeField<Values extends FieldValues>({
  form,
  name,
  email,
  purpose,
  sent,
  fieldSize = "lg",
}: CodeFieldProps<Values>) {
  const local = useQuery(localCodeQuery(email, purpose, sent));
  return (
    <div className="flex flex-col gap-2">
      <TextField
        form={form}
        name={name}
        label="Code"
        help="Six digits, valid for 10 minutes."
        keep={(typed) => typed.replaceAll(/\D/g, "").slice(0, CODE_LENGTH)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_LENGTH}
        fieldSize={fieldSize}
        boxClassName="tabular tracking-[0.3em]"
      />
      {typeof local.data === "string" ? (
        <p className="m-0 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-inset bg-risk-med-tint px-3 py-2 text-ui text-risk-med-text">
          <span>
            Mail is not leaving this server. The code is <strong className="tabular">{local.data}</strong>.
          </span>
          <Button
            size="sm"
            onClick={() =>
              form.setValue(name, local.data as PathValue<Values, typeof name>, { shouldDirty: true })
            }
          >
            Use it
          </Button>
        </p>
      ) : null}
    </div>
  );
}
