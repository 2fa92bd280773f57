import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cn } from "./cn.ts";

it.each([
  [
    "text-ui text-ink text-center",
    "text-ui text-ink text-center",
    "a size, a color and an alignment live side by side",
  ],
  [
    "text-ui font-medium text-body font-strong",
    "text-body font-strong",
    "the later of two sizes and weights wins",
  ],
  ["h-9 w-full px-3 h-8 w-24 text-right", "px-3 h-8 w-24 text-right", "sizes are replaced, the rest stays"],
  ["px-3 pl-8", "px-3 pl-8", "a part refines its shorthand"],
  ["pl-8 px-3 p-0", "p-0", "a shorthand takes its parts away"],
  [
    "border border-line border-b-0 border-brand",
    "border border-b-0 border-brand",
    "border width and color differ",
  ],
  ["hover:bg-hover bg-sheet hover:bg-press", "bg-sheet hover:bg-press", "variants are kept apart"],
  [
    "[&_svg]:size-4 size-7 [&_svg]:size-4.5",
    "size-7 [&_svg]:size-4.5",
    "variants in brackets are one variant",
  ],
  [
    "data-[state=open]:bg-press bg-sheet",
    "data-[state=open]:bg-press bg-sheet",
    "colons inside brackets do not count",
  ],
  ["rounded-control rounded-t-none rounded-full", "rounded-full", "corners go with the whole"],
  ["hidden md:flex flex", "md:flex flex", "display is one thing"],
  ["flex flex-col flex-1 flex-wrap", "flex flex-col flex-1 flex-wrap", "flex words are different things"],
  ["tabular animate-pop custom", "tabular animate-pop custom", "a class of our own stays"],
  ["animate-pop animate-dialog", "animate-dialog", "our own animations are one thing"],
])("%s -> %s: %s", (given, expected) => {
  expect(cn(given)).toBe(expected);
});

it("leaves out what is not there", () => {
  expect(cn("a", false, undefined, null, ["b"])).toBe("a b");
});

it.each([
  ["text", "text", "text-[1px]"],
  ["font-weight", "font", "font-[500]"],
  ["radius", "rounded", "rounded-[1px]"],
  ["animate", "animate", "animate-[turn_1s]"],
  ["ease", "ease", "ease-[linear]"],
])("knows every step of the style sheet's --%s-*", (scale, utility, other) => {
  const css = readFileSync(join(import.meta.dirname, "../../styles/base.css"), "utf8");
  const steps = [...css.matchAll(new RegExp(`--${scale}-([a-z]+(?:-[a-z]+)?):`, "g"))].map(
    ([, step]) => step,
  );
  expect(steps).not.toEqual([]);
  // A step it does not know would be taken for something else, and both would stay.
  for (const step of steps) expect(cn(`${utility}-${step} ${other}`)).toBe(other);
});
