import { toolGroups } from "@forestay/contracts/wire";
import type { AssistantTool, ToolGroup } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Tag } from "@/components/ui/tag.tsx";
import { settingsQueries } from "../api/settings-queries.ts";
import { scopesInWords } from "./key-scopes.ts";
import { Loaded } from "./loaded.tsx";

const groupWords: Record<ToolGroup, string> = {
  customers: "Customers",
  scores: "Scores and analyses",
  segments: "Segments",
  figures: "Figures",
  campaigns: "Campaigns",
  recovery: "Failed payments",
  imports: "Imports",
  work: "Notes, tasks and tags",
  documentation: "Documentation",
};

/** Every tool that a client may be offered, with the scope its key needs. */
export function McpTools() {
  const tools = useQuery(settingsQueries.mcpTools());
  return (
    <section className="px-4 py-5 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">Tools</h2>
      <p className="m-0 mt-0.5 pb-2 text-ui text-ink-2">
        What a client can ask for, and what its key has to allow. Lists hold 20 rows unless more are asked
        for, and at most 100.
      </p>
      <Loaded query={tools} what="The tools" inset>
        {({ items }) => (
          <>
            {toolGroups.map((group) => (
              <Group key={group} group={group} tools={items.filter((tool) => tool.group === group)} />
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Group({ group, tools }: { group: ToolGroup; tools: readonly AssistantTool[] }) {
  if (tools.length === 0) return null;
  return (
    <>
      <h3 className="m-0 pt-3 text-note font-emphasis text-ink-2">{groupWords[group]}</h3>
      <ul className="m-0 list-none divide-y divide-line p-0">
        {tools.map((tool) => (
          <li
            key={tool.name}
            className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-0.5 py-1.5 text-ui"
          >
            <span className="min-w-0 flex-1 basis-60">
              <span className="text-ink">{tool.title}</span>{" "}
              <span className="font-mono text-small text-ink-2">{tool.name}</span>
            </span>
            {tool.readOnly ? null : <Tag tone="neutral">Writes</Tag>}
            <span className="text-note text-ink-2">{scopesInWords([tool.policy])}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
