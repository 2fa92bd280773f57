import { criteriaSchema } from "@forestay/contracts/schemas";
import { MOST_CAMPAIGN_STEPS } from "@forestay/contracts/wire";
import type { Campaign, CampaignInput, CriteriaNode } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import { criterionFieldsQuery } from "@/components/criteria/criterion-fields-query.ts";
import { QueryView } from "@/components/query-view.tsx";
import { RecordPage } from "@/components/record-page.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { defineUrlState, json, text, word } from "@/lib/url-state/index.ts";
import { campaignQueries } from "./api/campaign-queries.ts";
import { CampaignEditor } from "./components/editor/campaign-editor.tsx";
import { TemplateGallery } from "./components/template-gallery.tsx";
import { emptyCampaign, templates } from "./templates.ts";

/** What a new campaign begins with: a template, a segment, or nothing (`template=none`); and for whom it is. */
const newCampaignState = defineUrlState({
  template: text(),
  segment: word(),
  audience: json((parsed) => {
    const checked = criteriaSchema.safeParse(parsed);
    return checked.success ? checked.data : undefined;
  }, []),
});

/** /app/campaigns/create: what to begin with, and then the campaign. */
export function NewCampaignPage() {
  const [{ template, segment, audience }] = useUrlState(newCampaignState);
  if (template === "" && segment === undefined)
    return (
      <MayWrite>
        <TemplateGallery />
      </MayWrite>
    );
  return <BegunCampaign key={template} template={template} segment={segment} audience={audience} />;
}

interface Begun {
  template: string;
  segment: string | undefined;
  audience: readonly CriteriaNode[];
}

function BegunCampaign({ template, segment, audience }: Begun) {
  const [start] = useState<CampaignInput>(() => {
    const known = templates.find(({ id }) => id === template)?.input ?? emptyCampaign;
    const chosen = audience.length === 0 ? known : { ...known, audience: [...audience] };
    return segment === undefined
      ? chosen
      : { ...chosen, trigger: { kind: "SegmentEntered", segmentId: segment } };
  });
  return <Editor campaign={undefined} start={start} />;
}

/** /app/campaigns/{id}/edit */
export function EditCampaignPage() {
  const { campaignId = "" } = useParams();
  const campaign = useQuery(campaignQueries.detail(campaignId));
  return (
    <RecordPage
      query={campaign}
      noun="campaign"
      parents={[{ label: "Campaigns", to: "/app/campaigns" }]}
      listLabel="All campaigns"
    >
      {(known) => <Editor key={known.id} campaign={known} start={known.input} />}
    </RecordPage>
  );
}

function Editor({ campaign, start }: { campaign: Campaign | undefined; start: CampaignInput }) {
  const fields = useQuery(criterionFieldsQuery());
  const navigate = useNavigate();
  const isFixed = campaign !== undefined && ["Scheduled", "Completed", "Archived"].includes(campaign.status);
  useEffect(() => {
    if (isFixed && campaign !== undefined) void navigate(`/app/campaigns/${campaign.id}`, { replace: true });
  }, [isFixed, campaign, navigate]);
  return (
    <MayWrite>
      <QueryView
        query={fields}
        loading="Loading the fields of a rule"
        failed="The fields of a rule did not load"
        skeleton={<Skeleton className="mt-8 h-120 w-full rounded-sheet" />}
      >
        {({ items, currency }) => (
          <CampaignEditor
            campaign={campaign}
            start={start}
            fields={items}
            currency={currency}
            mostSteps={MOST_CAMPAIGN_STEPS}
          />
        )}
      </QueryView>
    </MayWrite>
  );
}

function MayWrite({ children }: { children: ReactNode }) {
  return (
    <Authorize
      policy="campaigns:write"
      fallback={
        <Sheet>
          <EmptyState
            title="Your role may look at campaigns, not change them"
            actions={<ButtonLink to="/app/campaigns">Back</ButtonLink>}
          >
            An Owner of your company can give you the role Staff.
          </EmptyState>
        </Sheet>
      }
    >
      {children}
    </Authorize>
  );
}
