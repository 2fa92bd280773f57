import { workerData } from "node:worker_threads";
import reference from "@scalar/fastify-api-reference";
import Fastify from "fastify";
import { handOver } from "./pack-texts.ts";

const { docsPath, descriptionPath } = workerData as { docsPath: string; descriptionPath: string };

// The page's package is 4 MB of JavaScript text and knows no other way out than a server.
const server = Fastify();
await server.register(reference, {
  routePrefix: docsPath as `/${string}`,
  configuration: {
    url: descriptionPath,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    // Its bar on a machine of one's own leads to services of others.
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
  },
});
const read = async (url: string) => {
  const answer = await server.inject({ method: "GET", url });
  if (answer.statusCode !== 200) throw new Error(`${url} of the API's page: ${answer.statusCode}`);
  return answer.rawPayload;
};
// The page names its script relative to itself.
handOver({ page: await read(`${docsPath}/`), script: await read(`${docsPath}/js/scalar.js`) });
