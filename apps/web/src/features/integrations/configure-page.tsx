import { integrationProviders } from "@forestay/contracts/wire";
import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BookOpen, Plug, RefreshCw, Square } from "lucide-react";
import { useEffect } from "react";
import type { ComponentType, ReactNode } from "react";
import { useParams } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { integrationKeys } from "@/lib/api/query-keys.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatRelativeInline, formatShortDate } from "@/lib/format/index.ts";
import { integrationQueries, useStop, useSync, useTest } from "./api/integration-queries.ts";
import type { Connection, Integration } from "./api/integration-queries.ts";
import { ConnectPart } from "./components/connect-part.tsx";
import { ConnectedParts } from "./components/connected-parts.tsx";
import { StatusTag } from "./components/status-tag.tsx";
import { ProviderIcon } from "./provider-icon.tsx";

const section = { label: "Integrations", to: "/app/settings?section=integrations" };

/** The sections of the settings around it: another feature's. */
interface ConfigurePageProps {
  Frame: ComponentType<{ children: ReactNode }>;
}

/** /app/settings/integrations/{provider}/configure: connecting a system, what comes in from it, and how that went. */
export function ConfigurePage({ Frame }: ConfigurePageProps) {
  const named = useParams()["provider"];
  const provider = integrationProviders.find((one) => one === named);
  if (provider === undefined)
    return (
      <>
        <PageHeader
          title="Integration not found"
          breadcrumb={[{ label: "Settings", to: "/app/settings" }, section]}
        />
        <Frame>
          <EmptyState
            title="There is no such integration"
            actions={
              <ButtonLink to={section.to} variant="primary">
                All integrations
              </ButtonLink>
            }
          >
            The link may be old.
          </EmptyState>
        </Frame>
      </>
    );
  return <Configure provider={provider} Frame={Frame} />;
}

function Configure({ provider, Frame }: ConfigurePageProps & { provider: IntegrationProvider }) {
  const query = useQuery(integrationQueries.detail(provider));
  const queryClient = useQueryClient();
  const runId = query.data?.connection?.run?.id;
  // What a run did is told by its end, however that was heard of.
  useEffect(() => {
    if (runId !== undefined) return;
    for (const key of [integrationKeys.runs, integrationKeys.failures])
      void queryClient.invalidateQueries({ queryKey: key });
  }, [queryClient, runId]);
  return (
    <QueryView
      query={query}
      loading="Loading the integration"
      failed="The integration did not load"
      skeleton={<Skeleton className="mt-8 h-120 w-full rounded-sheet" />}
    >
      {(integration) => (
        <>
          <PageHeader
            title={integration.name}
            breadcrumb={[{ label: "Settings", to: "/app/settings" }, section, { label: integration.name }]}
            lead={<ProviderIcon provider={provider} />}
            tag={<HeaderTags integration={integration} />}
            subtitle={integration.connection === null ? undefined : factsOf(integration.connection)}
            actions={<Actions integration={integration} />}
          />
          <Frame>
            {integration.connection === null ? (
              <ConnectPart integration={integration} />
            ) : (
              <ConnectedParts integration={integration} connection={integration.connection} />
            )}
          </Frame>
        </>
      )}
    </QueryView>
  );
}

function HeaderTags({ integration: { status, connection } }: { integration: Integration }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusTag status={status} />
      {connection?.isSandbox ? (
        <Tag tone="warning">Sandbox</Tag>
      ) : connection?.isTestMode ? (
        <Tag tone="warning">Test mode</Tag>
      ) : null}
    </span>
  );
}

function factsOf({
  accountName,
  accountId,
  connectedBy,
  connectedAt,
  lastSyncAt,
  nextSyncAt,
}: Connection): string {
  const parts = [
    `${accountName === accountId ? accountId : `${accountName} (${accountId})`}, connected by ${connectedBy} on ${formatShortDate(connectedAt)}`,
    ...(lastSyncAt === null ? [] : [`last sync ${formatRelativeInline(lastSyncAt)}`]),
    ...(nextSyncAt === null ? [] : [`next ${formatRelativeInline(nextSyncAt)}`]),
  ];
  return parts.join(" · ");
}

function Actions({ integration: { provider, connection, status } }: { integration: Integration }) {
  const mayWrite = usePolicy("integrations:write");
  const test = useTest(provider);
  const sync = useSync(provider);
  const stop = useStop(provider);
  const read = (
    <ButtonLink to={`/app/docs/${provider}`} variant="ghost" icon={<BookOpen />}>
      How it works
    </ButtonLink>
  );
  if (connection === null || !mayWrite) return read;
  const failed = (title: string) => ({ onError: (error: Error) => void toast.error(title, error.message) });
  if (connection.run !== null)
    return (
      <>
        {read}
        <Button
          icon={<Square />}
          pending={stop.isPending}
          onClick={() => stop.mutate(undefined, failed("It was not stopped"))}
        >
          Stop
        </Button>
      </>
    );
  return (
    <>
      {read}
      <Button
        icon={<Plug />}
        pending={test.isPending}
        onClick={() =>
          test.mutate(undefined, {
            ...failed("It could not be tested"),
            onSuccess: (answer) =>
              answer.status === "Connected"
                ? toast.success("It lets us in")
                : toast.error("It does not let us in", answer.connection?.lastError ?? ""),
          })
        }
      >
        Test
      </Button>
      {connection.lastSyncAt === null || status === "TokenExpired" ? null : (
        <Button
          icon={<RefreshCw />}
          pending={sync.isPending}
          onClick={() => sync.mutate({ all: false }, failed("It was not started"))}
        >
          Sync now
        </Button>
      )}
    </>
  );
}
