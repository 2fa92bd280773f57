import { cn } from "@/lib/style/cn.ts";

/** One closed curve around (0, 0): a circle whose radius sways by a few slow waves, so neighbours never cross. */
function contour(radius: number): string {
  const points = 48;
  const at = (index: number) => {
    const angle = (index / points) * 2 * Math.PI;
    const sway =
      1 +
      0.16 * Math.sin(2 * angle + 0.6) +
      0.09 * Math.sin(3 * angle + radius / 300) +
      0.05 * Math.cos(5 * angle - radius / 420);
    return [Math.cos(angle) * radius * sway * 1.25, Math.sin(angle) * radius * sway] as const;
  };
  let path = "";
  for (let index = 0; index < points; index += 1) {
    const [x0, y0] = at(index);
    const [x1, y1] = at(index + 1);
    const mid = `${((x0 + x1) / 2).toFixed(1)} ${((y0 + y1) / 2).toFixed(1)}`;
    path += index === 0 ? `M${mid}` : `Q${x0.toFixed(1)} ${y0.toFixed(1)} ${mid}`;
  }
  const [x, y] = at(points);
  const [nextX, nextY] = at(1);
  return `${path}Q${x.toFixed(1)} ${y.toFixed(1)} ${((x + nextX) / 2).toFixed(1)} ${((y + nextY) / 2).toFixed(1)}Z`;
}

interface ContoursProps {
  /** Center, in percent of the box. */
  centerX?: number;
  centerY?: number;
  rings?: number;
  /** Distance between curves in pixels. */
  gap?: number;
  className?: string | undefined;
}

/** Depth contours: public pages, empty states and full-page errors only. */
export function Contours({ centerX = 50, centerY = 50, rings = 9, gap = 44, className }: ContoursProps) {
  return (
    <svg
      aria-hidden
      className={cn(
        "pointer-events-none absolute inset-0 size-full overflow-hidden text-brand-line",
        className,
      )}
    >
      <svg x={`${centerX}%`} y={`${centerY}%`} overflow="visible">
        {Array.from({ length: rings }, (_, index) => (
          <path
            key={index}
            d={contour(gap * (index + 0.8))}
            fill="none"
            stroke="currentColor"
            strokeWidth="1"
            opacity={0.85 - (index / rings) * 0.45}
          />
        ))}
      </svg>
    </svg>
  );
}
