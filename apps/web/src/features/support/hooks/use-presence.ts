import { supportLimits, supportStaffEndpoints } from "@forestay/contracts/wire";
import { useEffect } from "react";
import { call } from "@/lib/api/index.ts";

/** While the dashboard is open whoever answers is there: a sign of life every 30 s, and a goodbye when it is left. */
export function usePresence(mayAnswer: boolean): void {
  useEffect(() => {
    if (!mayAnswer) return undefined;
    const tell = (isOnline: boolean) =>
      void call(supportStaffEndpoints.presence, { body: { isOnline } }).catch(() => undefined);
    tell(true);
    const timer = setInterval(() => tell(true), supportLimits.staffSignMs);
    return () => {
      clearInterval(timer);
      tell(false);
    };
  }, [mayAnswer]);
}
