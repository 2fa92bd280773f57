import type { Webhook } from "@forestay/contracts/wire";
import { Tag } from "@/components/ui/tag.tsx";

/** Whether an address is sent anything, and whether that arrives: always a word. */
export function WebhookState({ webhook: { status, failingSince } }: { webhook: Webhook }) {
  if (status === "stopped") return <Tag tone="danger">Stopped</Tag>;
  if (status === "paused") return <Tag tone="neutral">Paused</Tag>;
  return failingSince === null ? <Tag tone="ok">Active</Tag> : <Tag tone="warning">Failing</Tag>;
}
