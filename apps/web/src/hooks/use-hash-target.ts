import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** For the part of a page that `#name` leads to: brings it into view once it `isThere`. */
export function useHashTarget(name: string, isThere: boolean) {
  const part = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (isThere && hash === `#${name}`) part.current?.scrollIntoView();
  }, [name, isThere, hash]);
  return part;
}
