export { slackSignature } from "./slack-signature.ts";
export { startSlack, type SlackOptions, type SlackPeer } from "./start-slack.ts";
