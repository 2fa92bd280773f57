import type { Campaign } from "@forestay/contracts/wire";
import * as words from "@forestay/contracts/words";
import { useQuery } from "@tanstack/react-query";
import { CalendarX, Copy, Pause, Pencil, Play } from "lucide-react";
import { useNavigate, useParams } from "react-router";
import { BrokenLines } from "@/components/criteria/broken-lines.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { RecordPage } from "@/components/record-page.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize, useCurrentUser } from "@/lib/auth/index.ts";
import { formatCount, formatShare, formatShortDate } from "@/lib/format/index.ts";
import { campaignQueries, useCampaignDeed } from "./api/campaign-queries.ts";
import { StatusTag } from "./components/campaign-tags.tsx";
import { Results } from "./components/results/results.tsx";

/** /app/campaigns/{id}: the verdict first, then what it rests on. */
export function CampaignPage() {
  const { campaignId = "" } = useParams();
  const campaign = useQuery(campaignQueries.detail(campaignId));
  return (
    <RecordPage
      query={campaign}
      noun="campaign"
      parents={[{ label: "Campaigns", to: "/app/campaigns" }]}
      listLabel="All campaigns"
    >
      {(known) => <Page campaign={known} />}
    </RecordPage>
  );
}

function Page({ campaign }: { campaign: Campaign }) {
  return (
    <>
      <PageHeader
        title={campaign.name}
        tag={<StatusTag status={campaign.status} />}
        subtitle={subtitleOf(campaign)}
        breadcrumb={[{ label: "Campaigns", to: "/app/campaigns" }, { label: campaign.name }]}
        actions={
          <Authorize policy="campaigns:write">
            <Actions campaign={campaign} />
          </Authorize>
        }
      />
      {campaign.pausedBecause === null ? null : (
        <p
          role="status"
          className="m-0 mb-4 rounded-sheet bg-risk-med-tint px-4 py-3 text-ui text-risk-med-text"
        >
          Paused by itself. {campaign.pausedBecause}
        </p>
      )}
      <BrokenRules campaign={campaign} />
      <Sheet>
        {campaign.startsAt !== null ? (
          <ToStart campaign={campaign} startsAt={campaign.startsAt} />
        ) : campaign.startedAt === null ? (
          <EmptyState title="Not started">Nobody has entered it, so there is nothing to read.</EmptyState>
        ) : (
          <CampaignResults campaign={campaign} />
        )}
      </Sheet>
    </>
  );
}

/** Rules of it that lost what they ask for, and the way to mend them. */
function BrokenRules({ campaign: { id, status, brokenLines } }: { campaign: Campaign }) {
  return (
    <BrokenLines lines={brokenLines} of="this campaign" placeOf={placeOf} className="mb-4 rounded-sheet">
      <Authorize policy="campaigns:write">
        {status === "Scheduled" ? (
          "Call off the start to change it, then start it again."
        ) : (
          <ButtonLink size="sm" to={`/app/campaigns/${id}/edit`}>
            Change what it says
          </ButtonLink>
        )}
      </Authorize>
    </BrokenLines>
  );
}

const places: Readonly<Record<string, string>> = {
  audience: "Only customers who",
  exclusions: "Leave out customers who",
  exitCriteria: "The goal",
};
/** Where in a campaign a line stands, by the path that it is told by. */
function placeOf(path: string): string {
  const [root = "", step] = path.split(".");
  return places[root] ?? `Step ${Number(step) + 1}`;
}

function CampaignResults({ campaign }: { campaign: Campaign }) {
  const results = useQuery(campaignQueries.results(campaign.id));
  return (
    <QueryView
      query={results}
      loading="Loading results"
      failed="The results did not load"
      skeleton={<Skeleton className="m-6 h-120" />}
    >
      {(data) => <Results campaign={campaign} results={data} />}
    </QueryView>
  );
}

/** Nothing has happened yet: when it will, and what then. */
function ToStart({ campaign, startsAt }: { campaign: Campaign; startsAt: string }) {
  const zone = useCurrentUser().company?.timeZone ?? "UTC";
  return (
    <EmptyState title={`Starts on ${words.formatDateTime(startsAt, zone)} (${zone})`}>
      The same checks as now run then. If one stops it, or far more customers would enter than you saw, it is
      a draft again and you are told why. {formatShare(campaign.input.holdoutShare)} of those who enter are
      held out at random.
    </EmptyState>
  );
}

function subtitleOf(campaign: Campaign): string {
  const { triggerWords, input, startedAt, startsAt, readsAt, enteredCount, heldCount } = campaign;
  const drawn = `${formatCount(enteredCount + heldCount)} customers, ${formatShare(input.holdoutShare)} held out at random`;
  // “Started by hand” would be wrong of one that starts by itself.
  if (startsAt !== null)
    return input.trigger.kind === "Manual"
      ? "Starts by itself, with everybody of its audience"
      : `${triggerWords} · starts by itself`;
  if (startedAt === null) return `${triggerWords} · not started`;
  const until = readsAt === null ? "" : ` to ${formatShortDate(readsAt)}`;
  return `E-mail, ${triggerWords.toLowerCase()} · ${formatShortDate(startedAt)}${until} · ${drawn}`;
}

function Actions({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate();
  const callOff = useCampaignDeed("callOff");
  const pause = useCampaignDeed("pause");
  const resume = useCampaignDeed("resume");
  const duplicate = useCampaignDeed("duplicate");
  const { id, status } = campaign;
  const failed = (error: Error) => toast.error("That did not work", error.message);
  return (
    <>
      <Button
        icon={<Copy />}
        pending={duplicate.isPending}
        pendingLabel="Copying..."
        onClick={() =>
          duplicate.mutate(id, {
            onSuccess: (copy) => void navigate(`/app/campaigns/${copy.id}/edit`),
            onError: failed,
          })
        }
      >
        Duplicate
      </Button>
      {status === "Draft" || status === "Active" || status === "Paused" ? (
        <ButtonLink to={`/app/campaigns/${id}/edit`} icon={<Pencil />}>
          Edit
        </ButtonLink>
      ) : null}
      {status === "Scheduled" ? (
        <Button
          variant="primary"
          icon={<CalendarX />}
          pending={callOff.isPending}
          pendingLabel="Calling off..."
          onClick={() =>
            callOff.mutate(id, {
              onSuccess: () => void navigate(`/app/campaigns/${id}/edit`),
              onError: failed,
            })
          }
        >
          Call off
        </Button>
      ) : status === "Active" ? (
        <Button
          variant="primary"
          icon={<Pause />}
          pending={pause.isPending}
          pendingLabel="Pausing..."
          onClick={() => pause.mutate(id, { onError: failed })}
        >
          Pause
        </Button>
      ) : status === "Paused" ? (
        <Button
          variant="primary"
          icon={<Play />}
          pending={resume.isPending}
          pendingLabel="Resuming..."
          onClick={() => resume.mutate(id, { onError: failed })}
        >
          Resume
        </Button>
      ) : null}
    </>
  );
}
