import { supportLimits, supportStaffEndpoints } from "@forestay/contracts/wire";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { call } from "@/lib/api/index.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { liveConnection } from "@/lib/live/index.ts";
import { alertOf } from "./hooks/use-alerts.ts";

/**
 * Whoever may answer is there while they have the app open, on whichever page: a sign of life every 30 s, a goodbye when
 * the app is left, and told of who asks for a person in the way they chose. Shows nothing.
 */
export function StaffPresence() {
  const { id } = useCurrentUser();
  const navigate = useNavigate();
  useEffect(() => {
    const tell = (isOnline: boolean) =>
      void call(supportStaffEndpoints.presence, { body: { isOnline } }).catch(() => undefined);
    tell(true);
    const timer = setInterval(() => tell(true), supportLimits.staffSignMs);
    const stops = [
      // The goodbye of another tab, or a computer that slept: this one is still there.
      liveConnection.on("admin_offline", ({ adminId }) => {
        if (adminId === id) tell(true);
      }),
      liveConnection.on("NewSupportRequest", (request) =>
        alertOf(request, (session) => void navigate(`/app/admin/support?session=${session}`)),
      ),
    ];
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
      tell(false);
    };
  }, [id, navigate]);
  return null;
}
