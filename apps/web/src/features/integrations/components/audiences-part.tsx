import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { formatCounted, formatRelativeInline } from "@/lib/format/index.ts";
import { audienceQueries, useEndAudience, useLookAtAudience } from "../api/audience-queries.ts";
import type { Audiences, KeptAudience } from "../api/audience-queries.ts";
import { KeepAudience } from "./keep-audience.tsx";
import { LeftOut } from "./left-out.tsx";

interface AudiencesPartProps {
  provider: IntegrationProvider;
  name: string;
  mayWrite: boolean;
  /** The system lets us in: its lists can be asked for. */
  isOpen: boolean;
}

/** Audiences of segments and campaigns that are kept in the system, and the way to keep another. */
export function AudiencesPart({ provider, name, mayWrite, isOpen }: AudiencesPartProps) {
  const query = useQuery(audienceQueries.kept(provider));
  return (
    <SheetRow>
      <Cell title="What goes out" subtitle={`Tags of ours in ${name}; nothing else is ever changed there`}>
        <QueryView
          query={query}
          loading="Loading the audiences that are kept"
          failed="The audiences that are kept did not load"
          skeleton={<Skeleton className="h-24" />}
          inset
        >
          {(audiences) => (
            <Kept audiences={audiences} provider={provider} name={name} mayWrite={mayWrite} isOpen={isOpen} />
          )}
        </QueryView>
      </Cell>
    </SheetRow>
  );
}

function Kept({
  audiences,
  provider,
  name,
  mayWrite,
  isOpen,
}: AudiencesPartProps & { audiences: Audiences }) {
  const [asked, setAsked] = useState<KeptAudience | null>(null);
  const end = useEndAudience(provider);
  const { items } = audiences;
  return (
    <>
      <p className="m-0 max-w-prose pb-1 text-ui text-ink">
        {items.length === 0
          ? `No audience is kept in ${name}. Keep one, and whoever is in a segment or a campaign and on your ${name} list gets its tag.`
          : `Who comes in gets the tag, who leaves loses it.`}
      </p>
      <p className="m-0 max-w-prose text-note text-ink-2">
        Nobody is subscribed by it. Who unsubscribed, and whom a campaign holds out, is in none of them.
      </p>
      {items.length === 0 ? null : (
        <ul className="m-0 mt-3 list-none divide-y divide-line border-y border-line p-0">
          {items.map((one) => (
            <AudienceLine
              key={one.id}
              audience={one}
              provider={provider}
              mayWrite={mayWrite}
              onEnd={() => {
                end.reset();
                setAsked(one);
              }}
            />
          ))}
        </ul>
      )}
      {mayWrite && isOpen ? <KeepAudience audiences={audiences} provider={provider} name={name} /> : null}
      {asked === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={`Keep ${asked.name} no more?`}
          description={`The tag ${asked.tag} is taken away from ${formatCounted(asked.members, "member")} of ${asked.listName} in ${name}. Nobody leaves the list by it.`}
          confirmLabel="Take the tag away"
          pendingLabel="Ending..."
          pending={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate(asked.id, { onSuccess: () => setAsked(null) })}
        />
      )}
    </>
  );
}

interface AudienceLineProps {
  audience: KeptAudience;
  provider: IntegrationProvider;
  mayWrite: boolean;
  onEnd: () => void;
}

function AudienceLine({ audience, provider, mayWrite, onEnd }: AudienceLineProps) {
  const { look, isPending } = useLookAtAudience(provider, audience);
  const { kind, subjectId, name, listName, tag, failed, problem } = audience;
  const again = () =>
    look({
      onSuccess: () => void toast.success("Looking through it now"),
      onError: (error) => void toast.error("It was not looked through", error.message),
    });
  return (
    <li className="py-3 text-ui">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 basis-64">
          <Link
            to={kind === "segment" ? `/app/segments/${subjectId}` : `/app/campaigns/${subjectId}`}
            className="font-strong text-ink"
          >
            {name}
          </Link>
          <span className="block text-note text-ink-2">
            {kind === "segment" ? "Segment" : "Campaign"}, as the tag {tag} of {listName}
          </span>
        </span>
        <span className="min-w-0 flex-1 basis-56 text-ink">{inWords(audience)}</span>
        {mayWrite ? (
          <span className="flex gap-2">
            <Button size="sm" pending={isPending} aria-label={`Look now: ${name}`} onClick={again}>
              Look now
            </Button>
            <Button size="sm" aria-label={`End ${name}`} onClick={onEnd}>
              End
            </Button>
          </span>
        ) : null}
      </div>
      {problem === null ? null : (
        <p className="m-0 flex gap-2 pt-2 text-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-risk-med-text" />
          {problem}
        </p>
      )}
      {failed === 0 ? null : <LeftOut provider={provider} audience={audience} />}
    </li>
  );
}

function inWords({ members, failed, keptAt, problem }: KeptAudience): string {
  if (keptAt === null) return problem === null ? "The first members are on their way." : "Not kept yet.";
  const missing = failed === 0 ? "" : `, ${failed} could not be put in`;
  return `${formatCounted(members, "member")}${missing}; looked through ${formatRelativeInline(keptAt)}.`;
}
