import { criteriaSchema } from "@forestay/contracts/schemas";
import { SegmentStatus, SegmentType } from "@forestay/contracts/wire";
import type { CriteriaNode, Segment, SegmentTypeValue } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { criterionFieldsQuery } from "@/components/criteria/criterion-fields-query.ts";
import { QueryView } from "@/components/query-view.tsx";
import { RecordPage } from "@/components/record-page.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { defineUrlState, flag, json, text } from "@/lib/url-state/index.ts";
import { segmentQueries } from "./api/segment-queries.ts";
import { ArchivedSegment } from "./components/archived-segment.tsx";
import { SegmentEditor } from "./components/segment-editor.tsx";

/** A rule to begin with, as a list or a finding hands it over. */
const newSegmentState = defineUrlState({
  criteria: json((parsed) => {
    const checked = criteriaSchema.safeParse(parsed);
    return checked.success ? checked.data : undefined;
  }, []),
  name: text(),
  /** A rule that was suggested says so in its type. */
  suggested: flag(),
});

/** /app/segments/new */
export function NewSegmentPage() {
  const [{ criteria, name, suggested }] = useUrlState(newSegmentState);
  return (
    <Editor
      segment={undefined}
      criteria={criteria}
      name={name}
      type={suggested ? SegmentType.AiGenerated : SegmentType.Behavioral}
    />
  );
}

/** /app/segments/{id}/edit */
export function EditSegmentPage() {
  const { segmentId = "" } = useParams();
  const segment = useQuery(segmentQueries.detail(segmentId));
  return (
    <RecordPage
      query={segment}
      noun="segment"
      parents={[{ label: "Segments", to: "/app/segments" }]}
      listLabel="All segments"
    >
      {(known) =>
        known.status === SegmentStatus.Inactive ? (
          <ArchivedSegment segment={known} />
        ) : (
          <Editor
            key={known.id}
            segment={known}
            criteria={known.criteria}
            name={known.name}
            type={known.type}
          />
        )
      }
    </RecordPage>
  );
}

interface EditorProps {
  segment: Segment | undefined;
  criteria: readonly CriteriaNode[];
  name: string;
  type: SegmentTypeValue;
}

function Editor({ segment, ...start }: EditorProps) {
  const fields = useQuery(criterionFieldsQuery());
  return (
    <Authorize policy="segments:write" fallback={<MayNot segment={segment} />}>
      <QueryView
        query={fields}
        loading="Loading the fields of a rule"
        failed="The fields of a rule did not load"
        skeleton={<Skeleton className="mt-8 h-120 w-full rounded-sheet" />}
      >
        {({ items }) => <SegmentEditor segment={segment} start={start} fields={items} />}
      </QueryView>
    </Authorize>
  );
}

function MayNot({ segment }: { segment: Segment | undefined }) {
  return (
    <Sheet>
      <EmptyState
        title="Your role may look at segments, not change them"
        actions={
          <ButtonLink to={segment === undefined ? "/app/segments" : `/app/segments/${segment.id}`}>
            Back
          </ButtonLink>
        }
      >
        An Owner of your company can give you the role Staff.
      </EmptyState>
    </Sheet>
  );
}
