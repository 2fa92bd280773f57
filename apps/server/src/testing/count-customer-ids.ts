import type { TestApp } from "./test-app.ts";

/**
 * Customers' ids counted up from here on, not drawn: they deal the folds, and with other folds other qualities are measured.
 * With a fixed company, whose id is the seed, the same data train the same model in each run.
 */
export const countCustomerIds = ({ queryAsAdmin }: TestApp) =>
  queryAsAdmin(`
    create sequence customer_count;
    grant usage on sequence customer_count to public;
    alter table customers alter column id
      set default ('00000000-0000-7000-8000-' || lpad(nextval('customer_count')::text, 12, '0'))::uuid`);
