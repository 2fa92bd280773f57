import { cn } from "@/lib/style/cn.ts";

const tints = [
  "bg-brand-tint text-brand-text",
  "bg-risk-low-tint text-risk-low-text",
  "bg-risk-med-tint text-risk-med-text",
  "bg-ok-tint text-ok-text",
];

interface AvatarProps {
  name: string;
  /** Picks the tint, so that a person keeps theirs when renamed. */
  id: string;
  size?: 24 | 30 | 44;
  className?: string | undefined;
}

/** Initials on one of four quiet tints. Decoration: the name always stands beside it. */
export function Avatar({ name, id, size = 30, className }: AvatarProps) {
  return (
    <span
      aria-hidden
      style={{ width: size, height: size }}
      className={cn(
        "inline-flex shrink-0 items-center justify-center rounded-full font-strong uppercase",
        size === 44 ? "text-body" : "text-micro",
        tints[hash(id) % tints.length],
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}

/** First letters of the first and last word: 'Maya Okafor' -> 'MO', 'maya@x' -> 'M'. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s@]+/)
    .filter(Boolean);
  const first = words[0] ?? "";
  const last = name.includes("@") ? undefined : words.length > 1 ? words.at(-1) : undefined;
  return `${[...first][0] ?? ""}${last === undefined ? "" : ([...last][0] ?? "")}`;
}

function hash(text: string): number {
  let value = 0;
  for (const char of text) value = (value * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
