import { segmentColors } from "@forestay/contracts/wire";
import type { SegmentColor } from "@forestay/contracts/wire";
import { Check } from "lucide-react";
import { segmentColor } from "../hooks/segment-words.ts";

/** What the segment is told by among others. */
export function ColorChoice({
  value,
  onChange,
}: {
  value: SegmentColor;
  onChange: (color: SegmentColor) => void;
}) {
  return (
    <fieldset className="m-0 flex flex-col gap-1.5 border-0 p-0">
      <legend className="p-0 pb-1.5 text-note font-emphasis text-ink">Color</legend>
      <div className="flex flex-wrap gap-3">
        {segmentColors.map((color) => (
          <label key={color} className="relative size-8 cursor-pointer touch:size-11">
            <input
              type="radio"
              name="segment-color"
              value={color}
              checked={value === color}
              onChange={() => onChange(color)}
              className="peer absolute inset-0 m-0 cursor-pointer opacity-0"
            />
            <span
              aria-hidden
              className="flex size-full items-center justify-center rounded-full border-2 border-sheet outline-offset-0 peer-checked:outline-2 peer-checked:outline-brand peer-focus-visible:outline-3 peer-focus-visible:outline-brand"
              style={{ background: segmentColor[color] }}
            >
              {value === color ? <Check className="size-4 text-sheet" strokeWidth={2.4} /> : null}
            </span>
            <span className="sr-only">{color}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
