/** Where a snippet sends to, and with what. */
export interface SnippetParts {
  /** Of this installation, as `https://forestay.example.com`. */
  origin: string;
  writeKey: string;
}

/** A call in a terminal that sends one event. */
export const trackingCurl = ({ origin, writeKey }: SnippetParts): string =>
  `curl ${origin}/api/v1/track -u ${writeKey}: -H "Content-Type: application/json" \\
  -d '{"userId": "C-1001", "event": "Report exported", "properties": {"value": 3}}'`;

/** A call in a terminal that says who somebody is. */
export const identifyCurl = ({ origin, writeKey }: SnippetParts): string =>
  `curl ${origin}/api/v1/identify -u ${writeKey}: -H "Content-Type: application/json" \\
  -d '{"userId": "C-1001", "traits": {"email": "ada@example.com", "name": "Ada Berg", "plan": "Pro"}}'`;

/** A function for a web page or a program that sends one event, without a script of ours: it outlives the page that it was called on. */
export const trackingSnippet = ({ origin, writeKey }: SnippetParts): string =>
  `function track(userId, event, properties) {
  const messageId = crypto.randomUUID(), timestamp = new Date().toISOString();
  const body = JSON.stringify({ writeKey: "${writeKey}", messageId, timestamp, userId, event, properties });
  return fetch("${origin}/api/v1/track", { method: "POST", keepalive: true, body });
}`;

/** Segment's library for Node, pointed here. */
export const segmentNodeSnippet = ({ origin, writeKey }: SnippetParts): string =>
  `import { Analytics } from ${JSON.stringify("@segment/analytics-node")};
const analytics = new Analytics({ writeKey: "${writeKey}", host: "${origin}" });
analytics.track({ userId: "C-1001", event: "Report exported" });`;
