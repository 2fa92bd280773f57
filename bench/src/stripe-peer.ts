import { startStripe } from "@forestay/provider-sandboxes";

// A Stripe account in a process of its own, so that neither its memory nor its event loop is the app's.
// node stripe-peer.ts <customers> <invoices>

const [customers, invoices] = process.argv.slice(2).map(Number);
const peer = await startStripe({ data: { customers: customers ?? 0, invoices: invoices ?? 0 } });
process.send?.({ url: peer.url, key: peer.keys.restricted });
process.on("disconnect", () => process.exit(0));
