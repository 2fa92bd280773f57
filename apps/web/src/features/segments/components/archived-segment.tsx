import type { Segment } from "@forestay/contracts/wire";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { Cell, Sheet } from "@/components/ui/sheet.tsx";
import { useSegmentStatus } from "../api/segment-status.ts";
import { Authorize } from "@/lib/auth/index.ts";

/** In place of the editor of an archived segment: its rule to read, and the way back to where it can be changed. */
export function ArchivedSegment({ segment }: { segment: Segment }) {
  const { restore, isPending } = useSegmentStatus(segment);
  const { name, description } = segment;
  return (
    <>
      <PageHeader
        title={name}
        subtitle="Archived"
        breadcrumb={[
          { label: "Segments", to: "/app/segments" },
          { label: name, to: `/app/segments/${segment.id}` },
          { label: "Edit" },
        ]}
      />
      <Sheet>
        <Cell title="An archived segment is not changed">
          <p className="m-0 max-w-prose text-ui text-ink-2">
            Nobody is followed into it or out of it, and its members are those of the day it was archived.
            Restored, it follows customers again and its rule can be edited.
          </p>
          {description === "" ? null : <p className="m-0 pt-3 max-w-prose text-ui text-ink">{description}</p>}
          <p className="m-0 pt-3 max-w-prose text-ui text-ink">{segment.sentence}.</p>
          <div className="flex flex-wrap gap-2 pt-4">
            <Authorize policy="segments:write">
              <Button variant="primary" pending={isPending} pendingLabel="Restoring..." onClick={restore}>
                Restore
              </Button>
            </Authorize>
            <ButtonLink to={`/app/segments/${segment.id}`}>Back to the segment</ButtonLink>
          </div>
        </Cell>
      </Sheet>
    </>
  );
}
