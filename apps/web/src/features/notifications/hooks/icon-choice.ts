import type { Notification, NotificationType } from "@forestay/contracts/wire";

export type IconName =
  | "import-success"
  | "import-failed"
  | "import-info"
  | "customer"
  | "customer-at-risk"
  | "system"
  | "success"
  | "failed"
  | "warning"
  | "info";
export type IconTone = "ok" | "danger" | "warning" | "risk" | "info";

const byType = {
  Success: { name: "success", tone: "ok" },
  Error: { name: "failed", tone: "danger" },
  Failed: { name: "failed", tone: "danger" },
  Warning: { name: "warning", tone: "warning" },
  Info: { name: "info", tone: "info" },
  Information: { name: "info", tone: "info" },
} as const satisfies Record<NotificationType, { name: IconName; tone: IconTone }>;

/** Import with Success, Error/Failed or Info; Customer; System; otherwise by type. */
export function chooseIcon({ type, category }: Pick<Notification, "type" | "category">): {
  name: IconName;
  tone: IconTone;
} {
  const { name, tone } = byType[type];
  if (category === "Import" && name !== "warning") return { name: `import-${name}`, tone };
  if (category === "Customer") {
    return type === "Warning" ? { name: "customer-at-risk", tone: "risk" } : { name: "customer", tone };
  }
  if (category === "System") return { name: "system", tone };
  return { name, tone };
}
