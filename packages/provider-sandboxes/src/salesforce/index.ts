export { startSalesforce, type SalesforceOptions, type SalesforcePeer } from "./start-salesforce.ts";
