import type { NextStep, NextSteps } from "@forestay/contracts/wire";

type Step = NextSteps["steps"][number];

/** The list as it is stored: what the server adds for people is left out. */
export function asSent(steps: readonly NextStep[]): NextStep[] {
  return steps.map(({ code, title, detail, keywords, enabled }) => ({
    code,
    title,
    detail,
    keywords,
    enabled,
  }));
}

/** The list with one step a place up (-1) or down (1). */
export function moved(steps: readonly Step[], index: number, by: -1 | 1): Step[] {
  const next = [...steps];
  const [step] = next.splice(index, 1);
  if (step !== undefined) next.splice(index + by, 0, step);
  return next;
}

/** The words a person typed, between commas or lines; each once, whatever its letters' case. */
export function keywordsOf(text: string): string[] {
  const words = text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return words.filter(
    (word, index) => words.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === index,
  );
}

/** A code that no other step has, made of the title: 'Call them now' -> 'call_them_now'. */
export function newCode(title: string, taken: readonly string[]): string {
  const base =
    title
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^_+|_+$/g, "")
      .slice(0, 50) || "step";
  for (let number = 1; ; number++) {
    const code = number === 1 ? base : `${base}_${number}`;
    if (!taken.includes(code)) return code;
  }
}
