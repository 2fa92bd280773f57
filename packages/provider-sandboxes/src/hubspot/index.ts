export { hubspotSignature } from "./hubspot-webhooks.ts";
export { startHubSpot, type HubSpotOptions, type HubSpotPeer } from "./start-hubspot.ts";
