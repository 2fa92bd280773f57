import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { FormProblem } from "@/components/form/form-problem.tsx";
import type { ServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { useUnsaved } from "@/hooks/use-unsaved.ts";

interface SettingFormProps<Values extends FieldValues> {
  form: ServerForm<Values>;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  submitLabel?: string;
  /** Not this person's to change. */
  disabled?: boolean;
  danger?: boolean;
}

/** One group of settings with its own save: h2, fields, button. There is something to save once something is changed. */
export function SettingForm<Values extends FieldValues>({
  form,
  title,
  description,
  children,
  submitLabel = "Save",
  disabled = false,
  danger = false,
}: SettingFormProps<Values>) {
  useUnsaved(form.isDirty);
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4 px-4 py-5 *:max-w-148 md:px-6">
      <div>
        <h2 className="m-0 text-body font-strong text-ink">{title}</h2>
        {description === undefined ? null : <p className="m-0 mt-0.5 text-ui text-ink-2">{description}</p>}
      </div>
      {children}
      <FormProblem problem={form.problem} />
      <Button
        type="submit"
        variant={danger ? "danger" : "primary"}
        className="self-start"
        pending={form.isPending}
        pendingLabel="Saving..."
        disabled={disabled || !form.isDirty}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
