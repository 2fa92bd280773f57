import { cn } from "@/lib/style/cn.ts";

interface MeterProps {
  /** 0-1; null while it cannot be known: the bar then moves without a value. */
  value: number | null;
  label: string;
  tone?: "brand" | "ok" | "neutral" | "danger";
  className?: string | undefined;
}

const tones = { brand: "bg-brand", ok: "bg-ok", neutral: "bg-ink-3", danger: "bg-danger" };

/** How far something has come. */
export function Meter({ value, label, tone = "brand", className }: MeterProps) {
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cn("h-1.5 w-full overflow-hidden rounded-full bg-press", className)}
    >
      <div
        className={cn(
          "h-full rounded-full transition-[width] duration-240 ease-calm",
          tones[tone],
          percent === undefined && "w-1/3 animate-shimmer",
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
