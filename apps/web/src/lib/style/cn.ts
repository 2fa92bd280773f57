import { clsx } from "clsx";
import type { ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// Our type scale and weights are not Tailwind's: unnamed here, `text-ui` would be taken for a color and dropped.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: [
        "micro",
        "small",
        "note",
        "ui",
        "body",
        "input",
        "lead",
        "title",
        "title-sm",
        "figure",
        "hero",
        "display",
        "score",
      ],
      "font-weight": ["regular", "medium", "label", "emphasis", "strong", "title", "wordmark"],
      radius: ["check", "tag", "chip", "control", "inset", "sheet", "dialog", "bottom"],
    },
  },
});

/** Joins class names; of two that set the same thing the later wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
