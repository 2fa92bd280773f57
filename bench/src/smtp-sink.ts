import { startSmtp } from "../../apps/server/src/modules/mail/fixtures/smtp-server.ts";

// A mail server that takes everything and keeps nothing, in a process of its own, for benchmarks that hand messages over. Told
// 'count' it answers with how many came in.
let received = 0;
const server = await startSmtp(async () => {
  received++;
  server.received.length = 0;
  return null;
});
process.on("message", (message) => {
  if (message === "count") process.send?.({ received });
});
process.on("disconnect", () => process.exit());
process.send?.({ url: server.url });
