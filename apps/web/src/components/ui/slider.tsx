import { Slider as Primitive } from "radix-ui";
import { useId } from "react";
import { cn } from "@/lib/style/cn.ts";
import { Input } from "./input.tsx";

interface SliderProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  /** What a reader hears for the value: '20 percent'. */
  valueText: string;
  className?: string | undefined;
}

/** A value along a range, paired with a number input: dragging is never the only way. */
export function Slider({ label, value, onChange, min, max, step = 1, valueText, className }: SliderProps) {
  const id = useId();
  return (
    <div className={cn("flex flex-col gap-2", className)}>
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-ui font-emphasis text-ink">
          {label}
        </label>
        <Input
          id={id}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step={step}
          value={value}
          onChange={(event) => {
            const next = event.target.valueAsNumber;
            if (!Number.isNaN(next)) onChange(Math.min(max, Math.max(min, next)));
          }}
          className="h-8 w-24 text-right tabular"
        />
      </div>
      <Primitive.Root
        value={[value]}
        onValueChange={([next]) => next !== undefined && onChange(next)}
        min={min}
        max={max}
        step={step}
        className="relative flex h-5 w-full touch-none items-center select-none"
      >
        <Primitive.Track className="relative h-1 grow rounded-full bg-press">
          {min < 0 && max > 0 ? (
            // What is filled is how far it is from "as now", to either side.
            <span
              aria-hidden
              className="absolute h-full rounded-full bg-brand"
              style={{
                left: `${(100 * (Math.min(0, value) - min)) / (max - min)}%`,
                width: `${(100 * Math.abs(value)) / (max - min)}%`,
              }}
            />
          ) : (
            <Primitive.Range className="absolute h-full rounded-full bg-brand" />
          )}
        </Primitive.Track>
        <Primitive.Thumb
          aria-label={label}
          aria-valuetext={valueText}
          className="relative block size-5 rounded-full border-2 border-brand bg-raised shadow-sm before:absolute before:-inset-3"
        />
      </Primitive.Root>
    </div>
  );
}
