export { companies, type Company } from "./companies.ts";
