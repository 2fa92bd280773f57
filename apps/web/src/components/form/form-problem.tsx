import { CircleAlert } from "lucide-react";

/** What is wrong with the form as a whole, above its button; nothing where its fields say all of it. */
export function FormProblem({ problem }: { problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p
      role="alert"
      className="m-0 flex items-start gap-2 rounded-inset bg-danger-tint px-3.5 py-2.5 text-ui wrap-anywhere text-danger-text"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {problem}
    </p>
  );
}
