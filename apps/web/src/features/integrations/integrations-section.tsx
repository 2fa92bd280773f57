import { providerWords } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { FlaskConical, RadioTower, Unplug, UsersRound, Webhook } from "lucide-react";
import { Fragment } from "react";
import { useNavigate } from "react-router";
import { MoreLink } from "@/components/ui/more-link.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatCount, formatCounted, formatRelative, MISSING } from "@/lib/format/index.ts";
import { integrationQueries } from "./api/integration-queries.ts";
import type { Integration } from "./api/integration-queries.ts";
import { matchQueries } from "./api/match-queries.ts";
import { ConnectSandbox } from "./components/connect-part.tsx";
import { RunProgress } from "./components/run-progress.tsx";
import { StatusTag } from "./components/status-tag.tsx";
import { configurePath, matchesPath } from "./configure-path.ts";
import { ProviderIcon } from "./provider-icon.tsx";

/** The systems that a company connects, and how things stand with each. */
export function IntegrationsSection() {
  const list = useQuery(integrationQueries.list());
  return (
    <QueryView
      query={list}
      loading="Loading integrations"
      failed="Integrations did not load"
      skeleton={<Skeleton className="mx-6 my-6 h-40" />}
    >
      {({ items }) => (
        <div className="divide-y divide-line">
          <section className="px-4 py-5 md:px-6">
            <h2 className="m-0 text-body font-strong text-ink">{headline(items)}</h2>
          </section>
          <ul className="@container m-0 list-none divide-y divide-line p-0">
            {items.map((one) => (
              <IntegrationRow key={one.provider} integration={one} />
            ))}
          </ul>
          {items.some(({ connection }) => (connection?.failedRecords ?? 0) > 0) ? (
            <MatchesStrip />
          ) : items.some(({ connection }) => connection !== null) ? (
            <MatchesDoor />
          ) : null}
          <PairsStrip />
          <SandboxStrip
            items={items.filter(({ sandbox, connection }) => sandbox !== null && connection === null)}
          />
          <OtherWays />
        </div>
      )}
    </QueryView>
  );
}

const otherWays = [
  {
    section: "tracking",
    label: "Tracking API",
    what: "Send events from your own product",
    icon: <RadioTower />,
  },
  {
    section: "webhooks",
    label: "Webhooks",
    what: "Tell your own systems of score changes",
    icon: <Webhook />,
  },
  { section: "mcp", label: "MCP", what: "Let an AI client read customers and scores", icon: <Unplug /> },
] as const;

/** What needs no provider: sections of their own, of those who manage the company. */
function OtherWays() {
  const mayManage = usePolicy("company:manage");
  if (!mayManage) return null;
  return (
    <section>
      <h2 className="m-0 px-4 pt-5 pb-2 text-body font-strong text-ink md:px-6">Other ways in and out</h2>
      <ul className="m-0 list-none divide-y divide-line p-0">
        {otherWays.map(({ section, label, what, icon }) => (
          <li key={section} className="flex items-center gap-4 px-4 py-3 md:px-6">
            <span
              aria-hidden
              className="grid size-10 shrink-0 place-items-center rounded-control border border-line text-ink-2 [&_svg]:size-4.5"
            >
              {icon}
            </span>
            <span className="min-w-0 flex-1 text-ui font-strong text-ink">
              {label}
              <span className="block text-note font-regular text-ink-2">{what}</span>
            </span>
            <ButtonLink to={`/app/settings?section=${section}`} size="sm" aria-label={`Open ${label}`}>
              Open
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

const listed = new Intl.ListFormat("en-US");

/** The answer first: what is fine, and what needs somebody. */
function headline(items: readonly Integration[]): string {
  const names = (statuses: readonly Integration["status"][]) =>
    items.filter(({ status }) => statuses.includes(status)).map(({ name }) => name);
  const fine = names(["Connected", "Syncing"]);
  const bad = names(["Error", "TokenExpired"]);
  const verb = (list: readonly string[], one: string, several: string) =>
    `${listed.format(list)} ${list.length === 1 ? one : several}`;
  if (fine.length + bad.length === 0) return "Nothing is connected yet";
  return [
    ...(fine.length === 0 ? [] : [verb(fine, "is fine", "are fine")]),
    ...(bad.length === 0 ? [] : [verb(bad, "needs you", "need you")]),
  ].join(". ");
}

function IntegrationRow({ integration }: { integration: Integration }) {
  const { provider, name, status, connection } = integration;
  const words = providerWords(provider);
  const needsPerson = status === "TokenExpired" || status === "Error";
  const label =
    connection === null
      ? "Connect"
      : status === "TokenExpired"
        ? "Reconnect"
        : needsPerson
          ? "Fix"
          : "Configure";
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 px-4 py-4 md:px-6 @min-[44rem]:grid-cols-[auto_minmax(0,1fr)_8rem_6rem_6rem_6.5rem]">
      <ProviderIcon provider={provider} />
      <div className="flex min-w-0 flex-col gap-1">
        <span className="text-ui">
          <span className="font-strong text-ink">{name}</span>{" "}
          <span className="text-note text-ink-2">{words.kind}</span>
          {connection?.isSandbox ? (
            <Tag tone="warning" className="ml-2">
              Sandbox
            </Tag>
          ) : null}
        </span>
        <span className="text-note text-ink-2">{words.brings}</span>
        <RowState integration={integration} />
      </div>
      <ButtonLink
        to={configurePath(provider)}
        size="sm"
        variant={status === "TokenExpired" ? "primary" : "secondary"}
        aria-label={`${label} ${name}`}
        className="@min-[44rem]:order-last @min-[44rem]:justify-self-end"
      >
        {label}
      </ButtonLink>
      <div className="col-start-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-note text-ink-2 @min-[44rem]:contents @min-[44rem]:text-ui">
        <span>
          <StatusTag status={status} />
        </span>
        <span className={onlyInColumns(connection?.lastSyncAt ?? connection?.run)}>
          {connection?.run ? "now" : connection?.lastSyncAt ? formatRelative(connection.lastSyncAt) : MISSING}
        </span>
        <span className={onlyInColumns(connection)}>
          {connection?.posting ? "At once" : (connection?.frequency ?? MISSING)}
        </span>
      </div>
    </li>
  );
}

/** That something is not known is said below its column's heading, and not in a line of other facts. */
const onlyInColumns = (known: unknown) => (known == null ? "hidden @min-[44rem]:inline" : undefined);

function RowState({ integration: { connection, status } }: { integration: Integration }) {
  if (connection === null) return null;
  if (connection.run !== null) return <RunProgress run={connection.run} />;
  if (status === "TokenExpired" || status === "Error" || connection.lastError !== null)
    return <span className="text-note text-ink">{connection.lastError}</span>;
  if (connection.posting !== null) return <PostingState posting={connection.posting} />;
  if (connection.lastSyncAt === null)
    return <span className="text-note text-ink">Connected. Nothing was read yet.</span>;
  return (
    <span className="text-note text-ink">
      {formatCounted(connection.linkedCustomers, "customer")} matched.
      {connection.failedRecords === 0 ? null : (
        <Fragment>
          {" "}
          <span className="font-strong text-brand-text">
            {formatCounted(connection.failedRecords, "record")}{" "}
            {connection.failedRecords === 1 ? "needs" : "need"} a look
          </span>
        </Fragment>
      )}
    </span>
  );
}

function PostingState({ posting: { chosen, failing } }: { posting: { chosen: number; failing: number } }) {
  if (chosen === 0) return <span className="text-note text-ink">Connected. No channel is chosen yet.</span>;
  return (
    <span className="text-note text-ink">
      {formatCounted(chosen, "kind")} of news {chosen === 1 ? "goes" : "go"} to a channel.
      {failing === 0 ? null : (
        <Fragment>
          {" "}
          <span className="font-strong text-brand-text">
            {formatCount(failing)} {failing === 1 ? "does" : "do"} not arrive
          </span>
        </Fragment>
      )}
    </span>
  );
}

/** Records of which somebody has to say which customer they are; they are among those that could not be taken in. */
function MatchesStrip() {
  const { data: count = 0 } = useQuery(matchQueries.waiting());
  if (count === 0) return <MatchesDoor />;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 md:px-6">
      <UsersRound aria-hidden className="size-4.5 shrink-0 text-ink-2" />
      <p className="m-0 min-w-0 flex-1 basis-60 text-note text-ink-2">
        <span className="block text-ui font-strong text-ink">
          {formatCounted(count, "record")} could be several customers here
        </span>
        Nothing of {count === 1 ? "it" : "them"} comes in until somebody says which.
      </p>
      <ButtonLink to={matchesPath} size="sm">
        Say who {count === 1 ? "it is" : "they are"}
      </ButtonLink>
    </div>
  );
}

/** Customers here that may be one, whichever way they came. */
function PairsStrip() {
  const { data: count = 0 } = useQuery(matchQueries.pairCount());
  if (count === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 md:px-6">
      <UsersRound aria-hidden className="size-4.5 shrink-0 text-ink-2" />
      <p className="m-0 min-w-0 flex-1 basis-60 text-note text-ink-2">
        <span className="block text-ui font-strong text-ink">
          {count === 1
            ? "Two customers look like one"
            : `${formatCount(count)} pairs of customers look like one`}
        </span>
        They share an e-mail address, an ID, or a name and domain.
      </p>
      <ButtonLink to={`${matchesPath}?state=pairs`} size="sm">
        Look at {count === 1 ? "the two" : "them"}
      </ButtonLink>
    </div>
  );
}

/** While nothing waits: to what was answered before, which can be taken back. */
function MatchesDoor() {
  return (
    <div className="px-4 py-3.5 md:px-6">
      <MoreLink to={`${matchesPath}?state=answered`}>Records that could be several customers</MoreLink>
    </div>
  );
}

/** Sample accounts of this server, of the systems that are not connected. */
function SandboxStrip({ items }: { items: readonly Integration[] }) {
  const mayWrite = usePolicy("integrations:write");
  const navigate = useNavigate();
  if (!mayWrite || items.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-press px-4 py-3.5 md:px-6">
      <FlaskConical aria-hidden className="size-4.5 shrink-0 text-ink-2" />
      <p className="m-0 min-w-0 flex-1 basis-60 text-note text-ink-2">
        <span className="block text-ui font-strong text-ink">No account at hand?</span>
        This server keeps sandboxes with a sample account, labeled as such. They are not there in production.
      </p>
      <div className="flex flex-wrap gap-2">
        {items.map((one) => (
          <ConnectSandbox
            key={one.provider}
            integration={one}
            label={`${one.name} sandbox`}
            size="sm"
            onConnected={() => void navigate(configurePath(one.provider))}
          />
        ))}
      </div>
    </div>
  );
}
