import { mcpEndpoints } from "@forestay/contracts/wire";
import type { KeyScope } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { CopyText } from "@/components/ui/copy-text.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Select } from "@/components/ui/select.tsx";
import { formatRelativeInline } from "@/lib/format/index.ts";
import { settingsQueries } from "../api/settings-queries.ts";
import { settingsPath } from "../settings-sections.ts";
import { KEY_PLACE, mcpClients } from "./mcp-clients.ts";
import type { McpClientId } from "./mcp-clients.ts";
import { Loaded } from "./loaded.tsx";
import { McpTools } from "./mcp-tools.tsx";

const accesses = {
  read: { label: "Reads", scopes: ["customers:read", "analytics:read", "segments:read"] },
  write: {
    label: "Reads and writes",
    scopes: ["customers:read", "customers:write", "analytics:read", "segments:read"],
  },
} as const satisfies Record<string, { label: string; scopes: readonly KeyScope[] }>;
type Access = keyof typeof accesses;

const options = (["read", "write"] as const).map((value) => ({ value, label: accesses[value].label }));

/** How a model's client is pointed at the company's figures, what it may ask, and which keys did. */
export function McpSection() {
  const [access, setAccess] = useState<Access>("read");
  const url = `${location.origin}/api${mcpEndpoints[access].path}`;
  return (
    <div className="divide-y divide-line">
      <section className="flex flex-col gap-4 px-4 py-5 *:max-w-148 md:px-6">
        <div>
          <h2 className="m-0 text-body font-strong text-ink">Connect an AI client</h2>
          <p className="m-0 mt-0.5 text-ui text-ink-2">
            Forestay is a server of the Model Context Protocol: a client such as Claude or VS Code can look up
            your customers, scores, segments and figures while you talk to it. What a client reads goes to the
            model it uses.
          </p>
        </div>
        <div className="flex flex-col items-start gap-2">
          <SegmentedControl
            label="What the client may do"
            options={options}
            value={access}
            onChange={setAccess}
          />
          <p className="m-0 text-note text-ink-2">
            {access === "read"
              ? "At this address nothing can be changed, whatever the key allows."
              : "At this address a client may also add notes, tasks and tags. Each is in the audit log under the key’s name."}
          </p>
        </div>
        <CopyText text={url} what="the address" />
        <p className="m-0 text-ui text-ink-2">
          It needs an API key.{" "}
          <Link
            to={`${settingsPath("api-keys")}&scopes=${accesses[access].scopes.join(",")}`}
            className="font-emphasis text-brand-text"
          >
            Make a key for it
          </Link>{" "}
          and put it in place of {KEY_PLACE} below. A client is shown only the tools that its key allows.{" "}
          <Link to="/app/docs/mcp" className="font-emphasis text-brand-text">
            How to use it
          </Link>
        </p>
        <ClientConfiguration url={url} />
      </section>
      <KeysThatCame />
      <McpTools />
    </div>
  );
}

const clientOptions = mcpClients.map(({ id, label }) => ({ value: id, label }));

function ClientConfiguration({ url }: { url: string }) {
  const [chosen, setChosen] = useState<McpClientId>("claude-code");
  const client = mcpClients.find(({ id }) => id === chosen) ?? mcpClients[0];
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="Client"
        className="w-48"
        value={chosen}
        onChange={(id) => setChosen(id as McpClientId)}
        options={clientOptions}
      />
      <p className="m-0 text-note text-ink-2">{client.where}</p>
      <CopyText text={client.configuration(url)} what="the configuration" />
    </div>
  );
}

function KeysThatCame() {
  const keys = useQuery(settingsQueries.apiKeys());
  return (
    <section className="px-4 py-5 md:px-6">
      <h2 className="m-0 pb-2 text-body font-strong text-ink">Keys that came by MCP</h2>
      <Loaded query={keys} what="The keys" inset>
        {({ items }) => {
          const came = items
            .flatMap(({ id, name, prefix, lastMcpUseAt, revokedAt }) =>
              lastMcpUseAt === null
                ? []
                : [{ id, name, prefix, lastMcpUseAt, isRevoked: revokedAt !== null }],
            )
            .toSorted((a, b) => b.lastMcpUseAt.localeCompare(a.lastMcpUseAt));
          if (came.length === 0) return <p className="m-0 text-ui text-ink-2">None yet.</p>;
          return (
            <ul className="m-0 list-none divide-y divide-line p-0">
              {came.map((key) => (
                <li key={key.id} className="flex min-h-10 flex-wrap items-center gap-x-3 py-1.5 text-ui">
                  <span className="font-strong text-ink">{key.name}</span>
                  <span className="font-mono text-small text-ink-2">{key.prefix}</span>
                  <span className="text-note text-ink-2">
                    {formatRelativeInline(key.lastMcpUseAt)}
                    {key.isRevoked ? " · revoked since" : null}
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}
