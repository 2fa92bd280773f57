import type { TestApp } from "./test-app.ts";

/**
 * Customers' ids counted up from here on, not drawn: what is dealt or drawn by them is the same in each run. They deal a
 * training's folds, whose seed is the company's id, and who is written to later.
 */
export const countCustomerIds = ({ queryAsAdmin }: TestApp) =>
  queryAsAdmin(`
    create sequence customer_count;
    grant usage on sequence customer_count to public;
    alter table customers alter column id
      set default ('00000000-0000-7000-8000-' || lpad(nextval('customer_count')::text, 12, '0'))::uuid`);
