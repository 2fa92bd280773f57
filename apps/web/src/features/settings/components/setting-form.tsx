import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { ApiError } from "@/lib/api/index.ts";

interface SettingFormProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  submitLabel?: string;
  pending: boolean;
  /** Whether there is anything to save. */
  disabled?: boolean;
  onSubmit: () => void;
  danger?: boolean;
}

/** One group of settings with its own save: h2, fields, button. */
export function SettingForm({
  title,
  description,
  children,
  submitLabel = "Save",
  pending,
  disabled = false,
  onSubmit,
  danger = false,
}: SettingFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 px-4 py-5 *:max-w-148 md:px-6">
      <div>
        <h2 className="m-0 text-body font-strong text-ink">{title}</h2>
        {description === undefined ? null : <p className="m-0 mt-0.5 text-ui text-ink-2">{description}</p>}
      </div>
      {children}
      <Button
        type="submit"
        variant={danger ? "danger" : "primary"}
        className="self-start"
        pending={pending}
        pendingLabel="Saving..."
        disabled={disabled}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

/** What the server said of a field of the form. */
export function fieldProblem(error: Error | null, field: string): string | undefined {
  return error instanceof ApiError ? error.fields[field] : undefined;
}

/** Toasts for a save: done, or what went wrong where no field says it. */
export function saved(title: string, detail?: string) {
  return {
    onSuccess: () => void toast.success(title, detail),
    onError: (error: Error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0)
        toast.error("Not saved", error.message);
    },
  };
}
