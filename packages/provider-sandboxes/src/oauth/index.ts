export { oauthServer, type Decision, type OAuthServer } from "./oauth-server.ts";
export { hubspotStyle } from "./styles/hubspot.ts";
export { mailchimpStyle } from "./styles/mailchimp.ts";
export { salesforceStyle } from "./styles/salesforce.ts";
export { slackStyle } from "./styles/slack.ts";
export { stripeStyle } from "./styles/stripe.ts";
