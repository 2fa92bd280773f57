export { hubspotSignature, startHubSpot, type HubSpotOptions, type HubSpotPeer } from "./hubspot/index.ts";
export {
  drawsFrom,
  peerClock,
  type Fault,
  type Peer,
  type PeerClock,
  type RecordedRequest,
  type SetFault,
} from "./kit/index.ts";
export { startMailchimp, type MailchimpOptions, type MailchimpPeer } from "./mailchimp/index.ts";
export type { Decision, OAuthServer } from "./oauth/index.ts";
export {
  makeScoreFields,
  startSalesforce,
  type SalesforceOptions,
  type SalesforcePeer,
} from "./salesforce/index.ts";
export { slackSignature, startSlack, type SlackOptions, type SlackPeer } from "./slack/index.ts";
export { startStripe, stripeSignature, type StripeOptions, type StripePeer } from "./stripe/index.ts";
