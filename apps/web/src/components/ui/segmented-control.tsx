import { ToggleGroup } from "radix-ui";
import { cn } from "@/lib/style/cn.ts";

interface SegmentedControlProps<V extends string> {
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  label: string;
  className?: string | undefined;
}

/** Two to four options that change the view in place. */
export function SegmentedControl<V extends string>({
  options,
  value,
  onChange,
  label,
  className,
}: SegmentedControlProps<V>) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      // Pressing the chosen one again would empty it; there is always one view.
      onValueChange={(next) => next !== "" && onChange(next as V)}
      aria-label={label}
      className={cn("inline-flex shrink-0 gap-0.5 rounded-control bg-press p-0.5", className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="h-7 rounded-tag px-3 text-ui font-emphasis text-ink-2 hover:text-ink data-[state=on]:bg-raised data-[state=on]:text-ink data-[state=on]:shadow-sm dark:data-[state=on]:bg-line-strong touch:h-10"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
