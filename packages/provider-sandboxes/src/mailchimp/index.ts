export { startMailchimp, type MailchimpOptions, type MailchimpPeer } from "./start-mailchimp.ts";
