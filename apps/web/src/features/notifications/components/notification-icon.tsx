import type { Notification } from "@forestay/contracts/wire";
import {
  CircleCheck,
  CircleX,
  FileCheck,
  FileText,
  FileX,
  Info,
  Settings,
  TriangleAlert,
  UserRound,
  UserRoundMinus,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { cn } from "@/lib/style/cn.ts";
import { chooseIcon } from "../hooks/icon-choice.ts";
import type { IconName, IconTone } from "../hooks/icon-choice.ts";

const icons: Record<IconName, LucideIcon> = {
  "import-success": FileCheck,
  "import-failed": FileX,
  "import-info": FileText,
  customer: UserRound,
  "customer-at-risk": UserRoundMinus,
  system: Settings,
  success: CircleCheck,
  failed: CircleX,
  warning: TriangleAlert,
  info: Info,
};

const tones: Record<IconTone, string> = {
  ok: "bg-ok-tint text-ok-text",
  danger: "bg-danger-tint text-danger-text",
  warning: "bg-risk-med-tint text-risk-med-text",
  risk: "bg-risk-high-tint text-risk-high-text",
  info: "bg-brand-tint text-brand-text",
};

/** The 32px tile before a notification; what it says is in the text beside it. */
export function NotificationIcon({
  notification,
}: {
  notification: Pick<Notification, "type" | "category">;
}) {
  const { name, tone } = chooseIcon(notification);
  const Icon = icons[name];
  return (
    <span
      aria-hidden
      className={cn("mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-control", tones[tone])}
    >
      <Icon className="size-4.5" />
    </span>
  );
}
