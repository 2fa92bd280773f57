export { makeScoreFields } from "./control-page.ts";
export { startSalesforce, type SalesforceOptions, type SalesforcePeer } from "./start-salesforce.ts";
