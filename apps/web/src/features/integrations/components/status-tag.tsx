import { integrationStatusLabel } from "@forestay/contracts/wire";
import type { IntegrationStatus } from "@forestay/contracts/wire";
import { Check, CircleX, Clock, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Tag } from "@/components/ui/tag.tsx";
import type { TagTone } from "@/components/ui/tag.tsx";

const looks: Record<IntegrationStatus, { tone: TagTone; icon?: ReactNode }> = {
  NotConnected: { tone: "neutral" },
  Connected: { tone: "ok", icon: <Check aria-hidden /> },
  Syncing: { tone: "info", icon: <RefreshCw aria-hidden /> },
  TokenExpired: { tone: "warning", icon: <Clock aria-hidden /> },
  Error: { tone: "danger", icon: <CircleX aria-hidden /> },
};

/** How things stand with a connected system, in a word. */
export function StatusTag({ status }: { status: IntegrationStatus }) {
  return <Tag {...looks[status]}>{integrationStatusLabel(status)}</Tag>;
}
