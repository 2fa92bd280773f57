import { useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/**
 * Whether a box has less than `leastPx` of width, kept up to date as the window changes: beside a navigation of 300px, or in
 * one of two columns, a desk's window can leave less than a phone has. A box that is not laid out has room.
 */
export function useIsNarrow(leastPx: number): { ref: RefObject<HTMLDivElement | null>; isNarrow: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    const measure = () => {
      const width = ref.current?.clientWidth ?? 0;
      setIsNarrow(width > 0 && width < leastPx);
    };
    // A dialog was opened from what stands here, and would go with it.
    const measureUnlessCovered = () => {
      if (document.querySelector("[role=dialog], [role=alertdialog]") === null) measure();
    };
    // With the frame: at the event itself a navigation that comes or goes with the width has not done so yet.
    let frame = 0;
    const measureSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measureUnlessCovered);
    };
    measure();
    window.addEventListener("resize", measureSoon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("resize", measureSoon);
    };
  }, [leastPx]);
  return { ref, isNarrow };
}
