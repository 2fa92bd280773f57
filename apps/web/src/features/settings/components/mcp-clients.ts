/** How a model's client is told of the server: where the text goes, and the text with the address in it. */
export interface McpClient {
  id: string;
  label: string;
  /** Where it is put. */
  where: string;
  configuration(url: string): string;
}

/** Stands in every text for the key, which is shown only when it is made. */
export const KEY_PLACE = "YOUR_API_KEY";

const json = (value: unknown) => JSON.stringify(value, null, 2);
const NAME = "forestay";

export const mcpClients = [
  {
    id: "claude-code",
    label: "Claude Code",
    where: "Run it in a terminal.",
    configuration: (url) =>
      `claude mcp add --transport http ${NAME} ${url} --header "Authorization: Bearer ${KEY_PLACE}"`,
  },
  {
    id: "claude-desktop",
    label: "Claude Desktop",
    where:
      "Put it into claude_desktop_config.json, which Settings, Developer, Edit config opens. That file starts local programs only, so the npm package mcp-remote passes the calls on.",
    configuration: (url) =>
      json({
        mcpServers: {
          [NAME]: {
            command: "npx",
            args: [
              "-y",
              "mcp-remote",
              url,
              "--header",
              "Authorization:${AUTHORIZATION}",
              ...(url.startsWith("http:") ? ["--allow-http"] : []),
            ],
            env: { AUTHORIZATION: `Bearer ${KEY_PLACE}` },
          },
        },
      }),
  },
  {
    id: "vs-code",
    label: "VS Code",
    where: "Put it into .vscode/mcp.json of a folder. VS Code asks for the key once and keeps it.",
    configuration: (url) =>
      json({
        inputs: [
          { type: "promptString", id: `${NAME}-key`, description: "Forestay API key", password: true },
        ],
        servers: {
          [NAME]: {
            type: "http",
            url,
            headers: { Authorization: `Bearer \${input:${NAME}-key}` },
          },
        },
      }),
  },
  {
    id: "other",
    label: "Others",
    where: "Most clients that speak streamable HTTP take this.",
    configuration: (url) =>
      json({
        mcpServers: {
          [NAME]: { type: "http", url, headers: { Authorization: `Bearer ${KEY_PLACE}` } },
        },
      }),
  },
] as const satisfies readonly McpClient[];

export type McpClientId = (typeof mcpClients)[number]["id"];
