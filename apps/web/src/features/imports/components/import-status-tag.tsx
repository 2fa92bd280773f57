import { JobStatus, jobStatusLabel } from "@forestay/contracts/wire";
import type { JobStatusValue } from "@forestay/contracts/wire";
import { Ban, Check, CircleX, Clock, LoaderCircle, ScanLine } from "lucide-react";
import { Tag } from "@/components/ui/tag.tsx";
import type { TagTone } from "@/components/ui/tag.tsx";

const looks: Record<JobStatusValue, { tone: TagTone; Icon: typeof Check }> = {
  [JobStatus.Pending]: { tone: "neutral", Icon: Clock },
  [JobStatus.Validating]: { tone: "info", Icon: ScanLine },
  [JobStatus.Processing]: { tone: "info", Icon: LoaderCircle },
  [JobStatus.Completed]: { tone: "ok", Icon: Check },
  [JobStatus.Failed]: { tone: "danger", Icon: CircleX },
  [JobStatus.Cancelled]: { tone: "neutral", Icon: Ban },
};

/** The status of an import in a word, with its icon. */
export function ImportStatusTag({ status, undone = false }: { status: JobStatusValue; undone?: boolean }) {
  if (undone) return <Tag tone="neutral">Undone</Tag>;
  const { tone, Icon } = looks[status];
  return (
    <Tag tone={tone} icon={<Icon aria-hidden />}>
      {jobStatusLabel(status)}
    </Tag>
  );
}
