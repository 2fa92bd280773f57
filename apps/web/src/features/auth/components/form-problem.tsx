import { CircleAlert } from "lucide-react";
import { ApiError } from "@/lib/api/index.ts";

interface FormProblemProps {
  error: Error | null;
  /** Fields that say themselves what is wrong with them. */
  saidAt?: readonly string[];
}

/** What went wrong with the form as a whole, above its fields; nothing where its fields say all of it. */
export function FormProblem({ error, saidAt = [] }: FormProblemProps) {
  if (error === null) return null;
  const refused = error instanceof ApiError ? Object.keys(error.fields) : [];
  if (refused.length > 0 && refused.every((field) => saidAt.includes(field))) return null;
  return (
    <p
      role="alert"
      className="m-0 flex items-start gap-2 rounded-inset bg-danger-tint px-3.5 py-2.5 text-ui text-danger-text"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {error.message}
    </p>
  );
}

/** What the server said of a field: 'profile.password' -> its message. */
export function fieldRefusal(error: Error | null, field: string): string | undefined {
  return error instanceof ApiError ? error.fields[field] : undefined;
}
