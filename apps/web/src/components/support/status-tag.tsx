import { supportStatusLabel } from "@forestay/contracts/wire";
import type { SupportSession } from "@forestay/contracts/wire";
import { Check, Clock, Headphones, Sparkles, TimerOff } from "lucide-react";
import { Tag } from "@/components/ui/tag.tsx";

const looks = {
  Pending: { tone: "warning", icon: <Clock /> },
  AiActive: { tone: "info", icon: <Sparkles /> },
  AdminActive: { tone: "ok", icon: <Headphones /> },
  Closed: { tone: "neutral", icon: <Check /> },
  TimedOut: { tone: "neutral", icon: <TimerOff /> },
} as const;

type Shown = Pick<SupportSession, "status" | "escalationLevel" | "assignedAdminName">;

/** Where a session stands, in its label. */
export function SupportStatusTag({ session, className }: { session: Shown; className?: string }) {
  const { tone, icon } = looks[session.status];
  return (
    <Tag tone={tone} icon={icon} className={className}>
      {supportStatusLabel(session)}
    </Tag>
  );
}
