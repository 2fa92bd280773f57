import { clsx } from "clsx";
import type { ClassValue } from "clsx";
import { mergeClasses } from "./merge-classes.ts";

/** Joins class names; of two that set the same thing the later wins. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes));
}
