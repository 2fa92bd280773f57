const textSizes = "micro|small|note|ui|body|input|lead|title|title-sm|figure|hero|display|score";
const weights = "regular|medium|label|emphasis|strong|title|wordmark";
const sides = "[trblxyse]|tl|tr|bl|br";

/** What a utility sets, first match wins. A class that matches nothing only replaces itself. */
const groups: readonly (readonly [RegExp, string | ((match: RegExpMatchArray) => string)])[] = [
  [/^(?:static|fixed|absolute|relative|sticky)$/, "position"],
  [/^(?:block|inline|inline-block|flex|inline-flex|grid|inline-grid|hidden|contents|table)$/, "display"],
  [/^(?:visible|invisible)$/, "visibility"],
  [new RegExp(`^text-(?:${textSizes})$`), "text-size"],
  [/^text-\[\d/, "text-size"],
  [/^text-(?:left|center|right)$/, "text-align"],
  [/^text-(?:balance|nowrap|wrap|pretty|ellipsis|clip)$/, "text-wrap"],
  [/^text-/, "text-color"],
  [/^(?:underline|no-underline|line-through)$/, "decoration"],
  [/^font-(?:sans|mono)$/, "font-family"],
  [new RegExp(`^font-(?:(?:${weights})$|\\[)`), "font-weight"],
  [new RegExp(`^rounded(?:-(${sides}))?(?:-|$)`), (match) => `rounded-${match[1] ?? ""}`],
  [/^border-(?:solid|dashed|dotted|none)$/, "border-style"],
  [/^border-(?:collapse|separate)$/, "border-collapse"],
  [/^border(?:-([trblxyse]))?(?:-\d+|-\[\d[^\]]*\])?$/, (match) => `border-width-${match[1] ?? ""}`],
  [/^border-([trblxyse])-/, (match) => `border-color-${match[1] ?? ""}`],
  [/^border-/, "border-color-"],
  [/^divide-([xy])/, (match) => `divide-${match[1] ?? ""}`],
  [/^divide-/, "divide-color"],
  [/^flex-(?:row|col)/, "flex-direction"],
  [/^flex-(?:wrap|nowrap)/, "flex-wrap"],
  [/^flex-/, "flex"],
  [/^-?(p|m)([trblxyse])?-/, (match) => `${match[1] ?? ""}${match[2] ?? ""}`],
  [/^-?(inset|top|right|bottom|left)(-[xy])?-/, (match) => `${match[1] ?? ""}${match[2] ?? ""}`],
  [/^(gap|overflow)(-[xy])?-/, (match) => `${match[1] ?? ""}${match[2] ?? ""}`],
  [/^-?translate-([xy])-/, (match) => `translate-${match[1] ?? ""}`],
  [
    /^-?(bg|fill|stroke|shadow|w|h|size|min-w|min-h|max-w|max-h|z|items|justify-items|justify-self|justify|self|basis|grow|shrink|opacity|tracking|leading|whitespace|cursor|pointer-events|grid-cols|col-span|order|animate|line-clamp|transition|duration|ease|outline-offset|list|align|select)(?:-|$)/,
    (match) => match[1] ?? "",
  ],
];

/** A shorthand takes its parts away: `p-0` after `px-3` leaves `p-0`. */
const shorthands: Readonly<Record<string, readonly string[]>> = {
  p: ["px", "py", "pt", "pr", "pb", "pl"],
  px: ["pl", "pr"],
  py: ["pt", "pb"],
  m: ["mx", "my", "mt", "mr", "mb", "ml"],
  mx: ["ml", "mr"],
  my: ["mt", "mb"],
  size: ["w", "h"],
  gap: ["gap-x", "gap-y"],
  overflow: ["overflow-x", "overflow-y"],
  "inset-x": ["left", "right"],
  "inset-y": ["top", "bottom"],
  "border-width-x": ["border-width-r", "border-width-l"],
  "border-width-y": ["border-width-t", "border-width-b"],
  // It needs a display and an overflow of its own.
  "line-clamp": ["display", "overflow"],
  flex: ["basis", "grow", "shrink"],
  "text-size": ["leading"],
  "border-width-": [
    "border-width-x",
    "border-width-y",
    "border-width-t",
    "border-width-r",
    "border-width-b",
    "border-width-l",
  ],
  inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
  "rounded-": [
    "rounded-t",
    "rounded-r",
    "rounded-b",
    "rounded-l",
    "rounded-tl",
    "rounded-tr",
    "rounded-bl",
    "rounded-br",
  ],
};

function groupOf(utility: string): string {
  for (const [pattern, name] of groups) {
    const match = utility.match(pattern);
    if (match !== null) return typeof name === "string" ? name : name(match);
  }
  return utility;
}

/** Where the variants of a class end: after the last colon that stands outside brackets. */
function variantsEnd(className: string): number {
  let depth = 0;
  let end = 0;
  for (let index = 0; index < className.length; index += 1) {
    const char = className[index];
    if (char === "[" || char === "(") depth += 1;
    else if (char === "]" || char === ")") depth -= 1;
    else if (char === ":" && depth === 0) end = index + 1;
  }
  return end;
}

const known = new Map<string, { variants: string; group: string }>();

function parse(className: string): { variants: string; group: string } {
  let parsed = known.get(className);
  if (parsed === undefined) {
    const end = variantsEnd(className);
    parsed = { variants: className.slice(0, end), group: groupOf(className.slice(end)) };
    known.set(className, parsed);
  }
  return parsed;
}

/**
 * Of two utilities that set the same thing under the same variants the later wins. Knows the utilities that this app
 * uses: the general package for it weighs 9 kB compressed, more than the rest of the component kit's own code.
 */
export function mergeClasses(classNames: string): string {
  const taken = new Set<string>();
  const kept: string[] = [];
  for (const className of classNames.split(/\s+/).toReversed()) {
    if (className === "") continue;
    const { variants, group } = parse(className);
    if (taken.has(variants + group)) continue;
    taken.add(variants + group);
    for (const part of shorthands[group] ?? []) taken.add(variants + part);
    kept.unshift(className);
  }
  return kept.join(" ");
}
