import { SegmentStatus, segmentTypeLabel } from "@forestay/contracts/wire";
import type { Segment } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Download, Pencil, ScanSearch, Send } from "lucide-react";
import { useNavigate, useParams } from "react-router";
import { RecordPage } from "@/components/record-page.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Cell, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCounted, formatShortDate } from "@/lib/format/index.ts";
import { segmentQueries, useSegmentDeeds } from "./api/segment-queries.ts";
import { ComparedFigures } from "./components/compared-figures.tsx";
import { SegmentFacts } from "./components/segment-facts.tsx";
import { SegmentFlow } from "./components/segment-flow.tsx";
import { SegmentMembers } from "./components/segment-members.tsx";
import { SegmentMenu } from "./components/segment-menu.tsx";
import { ColorMark } from "./components/segment-name.tsx";
import { SegmentRule } from "./components/segment-rule.tsx";
import { SegmentUses } from "./components/segment-uses.tsx";
import { SegmentStatusTag } from "./components/status-tag.tsx";
import { Staying } from "./components/staying.tsx";
import { memberCriteria } from "./hooks/segment-words.ts";

/** /app/segments/{id}: who is in it, how they differ from everybody else, who comes and goes. */
export function SegmentPage() {
  const { segmentId = "" } = useParams();
  const segment = useQuery(segmentQueries.detail(segmentId));
  return (
    <RecordPage
      query={segment}
      noun="segment"
      parents={[{ label: "Segments", to: "/app/segments" }]}
      listLabel="All segments"
    >
      {(known) => <Known segment={known} />}
    </RecordPage>
  );
}

function Known({ segment }: { segment: Segment }) {
  const navigate = useNavigate();
  const { exportMembers } = useSegmentDeeds(segment);
  const hasMembers = segment.figures !== null && segment.figures.customerCount > 0;
  return (
    <>
      <PageHeader
        title={segment.name}
        lead={<ColorMark color={segment.color} size="size-4" />}
        tag={<SegmentStatusTag status={segment.status} />}
        subtitle={headWords(segment)}
        breadcrumb={[{ label: "Segments", to: "/app/segments" }, { label: segment.name }]}
        actions={
          <>
            {hasMembers ? (
              <Button
                icon={<Download />}
                pending={exportMembers.isPending}
                onClick={() =>
                  exportMembers.mutate(undefined, {
                    onError: (error) => toast.error("The export could not start", error.message),
                  })
                }
              >
                Export
              </Button>
            ) : null}
            <Authorize policy="segments:write">
              <ButtonLink to={`/app/segments/${segment.id}/edit`} icon={<Pencil />}>
                Edit
              </ButtonLink>
            </Authorize>
            {hasMembers ? (
              <Authorize policy="campaigns:write">
                <ButtonLink to={`/app/campaigns/create?segment=${segment.id}`} icon={<Send />}>
                  Create campaign
                </ButtonLink>
              </Authorize>
            ) : null}
            {hasMembers ? (
              <Authorize policy="analytics:run">
                <Button
                  variant="primary"
                  icon={<ScanSearch />}
                  onClick={() =>
                    void navigate("/app/analytics/run-churn-analysis", {
                      state: {
                        selection: { filter: { conditions: memberCriteria(segment.id) }, exceptIds: [] },
                        count: segment.figures?.customerCount,
                      },
                    })
                  }
                >
                  Score
                </Button>
              </Authorize>
            ) : null}
            <Authorize policy="segments:write">
              <SegmentMenu segment={segment} />
            </Authorize>
          </>
        }
      />
      <Sheet>
        <SegmentFacts segment={segment} />
        {segment.status === SegmentStatus.Draft ? (
          <Cell>
            <p className="m-0 text-ui text-ink-2">
              A draft is not followed. Activate it, and its customers are counted, compared and followed from
              then on.
            </p>
          </Cell>
        ) : null}
        <SheetRow columns="minmax(0,.58fr) minmax(0,1fr)" holdsTable>
          <SegmentRule segment={segment} />
          {segment.status === SegmentStatus.Draft ? (
            <SegmentUses segment={segment} />
          ) : (
            <ComparedFigures segment={segment} />
          )}
        </SheetRow>
        {segment.status === SegmentStatus.Draft ? null : (
          <>
            <SheetRow columns="minmax(0,1.35fr) minmax(0,1fr)">
              <Staying segment={segment} />
              <SegmentFlow segment={segment} />
            </SheetRow>
            <SheetRow columns="minmax(0,1fr) 300px">
              <SegmentMembers segment={segment} />
              <SegmentUses segment={segment} />
            </SheetRow>
          </>
        )}
      </Sheet>
    </>
  );
}

function headWords(segment: Segment): string {
  const words = [segmentTypeLabel(segment.type)];
  if (segment.status === SegmentStatus.Active)
    words.push(segment.isCounting ? "members are being counted" : "members followed live");
  if (segment.status === SegmentStatus.Inactive && segment.countedAt !== null)
    words.push(`archived with ${formatCounted(segment.figures?.customerCount ?? 0, "member")}`);
  words.push(
    `last changed ${formatShortDate(segment.updatedAt)}${segment.updatedBy === null ? "" : ` by ${segment.updatedBy}`}`,
  );
  return segment.description === "" ? words.join(" · ") : `${segment.description} · ${words.join(" · ")}`;
}
