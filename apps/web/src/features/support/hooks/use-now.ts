import { useEffect, useState } from "react";

const STEP_MS = 15_000;

/** The time, moved on every 15 seconds: waiting times grow while nobody touches anything. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
