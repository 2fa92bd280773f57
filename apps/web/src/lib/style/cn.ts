import { clsx } from "clsx";
import type { ClassValue } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** The names that styles/base.css gives its own scales: without them a size could not be told from a color. */
const mergeClasses = extendTailwindMerge({
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
      animate: ["pop", "dialog", "fade", "drawer", "side", "rise", "shimmer", "turn"],
      ease: ["calm"],
    },
  },
});

/** Joins class names; of two that set the same thing the later wins. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes));
}
