export { companies, type Company, type Person } from "./companies.ts";
