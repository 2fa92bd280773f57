import type { StepEffect } from "@forestay/contracts/wire";
import { ArrowDown, ArrowUp } from "lucide-react";
import { stepEffectFinding } from "./step-effect-words.ts";

/** What became of customers with whom a step was taken: the finding with its interval, then the numbers; or untested. */
export function StepEffectLine({ effect }: { effect: StepEffect | undefined }) {
  const finding = effect === undefined ? null : stepEffectFinding(effect);
  if (finding === null) {
    return (
      <p className="m-0 text-note text-ink-3">
        {effect?.words ?? "Effect untested: not marked as done with anybody yet."}
      </p>
    );
  }
  const { direction, words } = finding;
  const Arrow = direction === "more" ? ArrowUp : ArrowDown;
  return (
    <p className="m-0 text-note text-ink-2">
      {direction === "none" ? null : (
        <span
          className={`inline-flex items-center gap-1 font-strong ${direction === "fewer" ? "text-ok-text" : "text-danger-text"}`}
        >
          <Arrow aria-hidden className="size-3.5" strokeWidth={2.2} />
          {words}
        </span>
      )}{" "}
      {effect?.words}
    </p>
  );
}
