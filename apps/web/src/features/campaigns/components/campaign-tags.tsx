import type { CampaignFinding, CampaignStatus } from "@forestay/contracts/wire";
import { Tag } from "@/components/ui/tag.tsx";
import type { TagTone } from "@/components/ui/tag.tsx";

const statusTones: Record<CampaignStatus, TagTone> = {
  Draft: "neutral",
  Scheduled: "info",
  Active: "ok",
  Paused: "warning",
  Completed: "info",
  Archived: "outline",
};
const findingWords: Record<CampaignFinding, { label: string; tone: TagTone }> = {
  waiting: { label: "Too early", tone: "neutral" },
  open: { label: "Not conclusive yet", tone: "neutral" },
  kept: { label: "Conclusive", tone: "ok" },
  lost: { label: "Conclusive: harm", tone: "danger" },
  none: { label: "No effect to see", tone: "neutral" },
};

export const StatusTag = ({ status }: { status: CampaignStatus }) => (
  <Tag tone={statusTones[status]}>{status}</Tag>
);
export const FindingTag = ({ finding }: { finding: CampaignFinding }) => (
  <Tag tone={findingWords[finding].tone}>{findingWords[finding].label}</Tag>
);
