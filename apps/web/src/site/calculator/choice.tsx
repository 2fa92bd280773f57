import type { ReactNode } from "react";

interface ChoiceProps {
  name: string;
  value: string | number;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One of a few, side by side: a radio button that looks like a part of a switch. */
export function Choice({ name, value, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="relative cursor-pointer rounded-chip px-3 py-1 text-ui font-medium text-ink-2 has-checked:bg-sheet has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-brand touch:py-2.5">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        onChange={onChoose}
        className="sr-only"
      />
      {children}
    </label>
  );
}
