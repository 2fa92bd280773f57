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

/** A function for a web page or a program that sends one event, without a script of ours: it outlives the page that it was called on. */
export const trackingSnippet = ({ origin, writeKey }: SnippetParts): string =>
  `function track(userId, event, properties) {
  const messageId = crypto.randomUUID(), timestamp = new Date().toISOString();
  const body = JSON.stringify({ writeKey: "${writeKey}", messageId, timestamp, userId, event, properties });
  return fetch("${origin}/api/v1/track", { method: "POST", keepalive: true, body });
}`;
