import {
  billingSchema,
  customerDetailSchema,
  customerSortFields,
  invoiceStatusLabel,
} from "@forestay/contracts";
import { z } from "zod";
import { scoringSource } from "#modules/analyses/index.ts";
import {
  createTotalCache,
  findCustomerId,
  getCustomer,
  listCustomers,
  searchCustomers,
  summariseSelection,
} from "#modules/customers/index.ts";
import { readBilling } from "#modules/ledger/index.ts";
import { readKeepings } from "#modules/work/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { customerChoice, filterOf } from "./customer-choice.ts";
import { customerRow, toCustomerRow } from "./customer-row.ts";
import { defineTool, MOST_ROWS, USUAL_ROWS } from "./tool.ts";

const totals = createTotalCache();
/** Bills of one customer in an answer, the newest. */
const BILLS = 12;

/** One way of naming a customer, which all tools about one take. */
export const whichCustomer = {
  id: z.uuid().optional().describe("Our id, as other tools answer it"),
  externalId: z.string().min(1).max(200).optional().describe("The company's own id"),
  email: z.string().min(1).max(320).optional(),
};
type Which = z.output<z.ZodObject<typeof whichCustomer>>;

/** The id that `whichCustomer` means. Throws `not_found`, and `validation_failed` where nothing or too much was given. */
export async function requireCustomerId(
  context: Parameters<typeof addressed>[0],
  companyId: string,
  which: Which,
): Promise<string> {
  const id = await addressed(context, companyId, which);
  if (id === undefined) throw new AppError("not_found", { message: "This customer does not exist." });
  return id;
}

function addressed(
  { db }: { db: Parameters<typeof withTenant>[0] },
  companyId: string,
  { id, externalId, email }: Which,
): Promise<string | undefined> {
  const given = [
    ...(id === undefined ? [] : [{ id }]),
    ...(externalId === undefined ? [] : [{ externalId }]),
    ...(email === undefined ? [] : [{ email }]),
  ];
  const [by] = given;
  if (by === undefined || given.length > 1) {
    throw new AppError("validation_failed", {
      message: "Some arguments are not right.",
      fields: { arguments: "Give exactly one of id, externalId and email" },
    });
  }
  return withTenant(db, companyId, (tx) => findCustomerId(tx, companyId, by));
}

const detail = customerDetailSchema.pick({
  startedAt: true,
  endedAt: true,
  leavesWithin30: true,
  leavesWithin60: true,
  leavesWithin90: true,
  scoredAt: true,
  eventCount: true,
}).shape;
const billing = billingSchema.shape;

export const customerTools = [
  defineTool({
    name: "search_customers",
    title: "Search customers",
    description:
      "Finds customers by part of a name, an e-mail address or an id, also misspelt. For choosing by risk, plan or revenue use list_customers.",
    group: "customers",
    policy: "customers:read",
    readOnly: true,
    input: z.object({
      query: z.string().trim().min(1).max(200),
      limit: z.number().int().min(1).max(USUAL_ROWS).default(6),
    }),
    output: z.object({ customers: z.array(customerRow), totalCount: z.number(), isSimilar: z.boolean() }),
    async run({ db, clock }, { companyId }, { query, limit }) {
      const found = await searchCustomers(db, totals, companyId, { text: query, limit }, clock.now());
      return { ...found, customers: found.items.map(toCustomerRow) };
    },
  }),
  defineTool({
    name: "list_customers",
    title: "List customers",
    description:
      "Lists customers that meet all that is given, sorted, the highest churn risk score first unless told otherwise. Scores are 0 to 100: of 100 such customers so many leave within the company's horizon. Money is in major units of `currency`. To know only how many there are and what they are worth use count_customers.",
    group: "customers",
    policy: "customers:read",
    readOnly: true,
    input: z.object({
      ...customerChoice,
      sort: z.enum(customerSortFields).default("churnRiskScore"),
      direction: z.enum(["asc", "desc"]).default("desc"),
      limit: z.number().int().min(1).max(MOST_ROWS).default(USUAL_ROWS),
      page: z.number().int().min(1).max(1000).default(1),
    }),
    output: z.object({
      customers: z.array(customerRow),
      totalCount: z.number(),
      totalCountIsEstimate: z.boolean(),
      page: z.number(),
      totalPages: z.number(),
    }),
    async run({ db, clock }, { companyId }, { sort, direction, limit, page, ...choice }) {
      const filter = await withTenant(db, companyId, (tx) => filterOf(tx, companyId, choice, clock.now()));
      const query = { ...filter, sort, direction, page, pageSize: limit };
      const found = await listCustomers(db, totals, companyId, query, clock.now());
      return { ...found, customers: found.items.map(toCustomerRow) };
    },
  }),
  defineTool({
    name: "count_customers",
    title: "Count customers",
    description:
      "How many customers meet all that is given, exactly, and the lifetime value of those kept in the company's currency. Without arguments: all customers.",
    group: "customers",
    policy: "customers:read",
    readOnly: true,
    input: z.object(customerChoice),
    output: z.object({ count: z.number(), lifetimeValue: z.number(), currency: z.string() }),
    async run({ db, clock }, { companyId }, choice) {
      const filter = await withTenant(db, companyId, (tx) => filterOf(tx, companyId, choice, clock.now()));
      return summariseSelection(db, companyId, { filter, exceptIds: [] }, clock.now());
    },
  }),
  defineTool({
    name: "get_customer",
    title: "Get a customer",
    description:
      "One customer by id, externalId or email: score, the company's own columns (the first 100 of `columnCount`), who looks after it, tags, segments, what it is charged, open and newest bills. Why the score is what it is: explain_score.",
    group: "customers",
    policy: "customers:read",
    readOnly: true,
    input: z.object(whichCustomer),
    output: customerRow.extend({
      ...detail,
      columns: z.array(
        z.object({ label: z.string(), value: z.union([z.string(), z.number(), z.boolean(), z.null()]) }),
      ),
      columnCount: z.number(),
      owner: z.string().nullable(),
      tags: z.array(z.string()),
      segments: z.array(z.string()),
      hasOpenCase: z.boolean(),
      scoreChange30Days: z.number().nullable(),
      billing: z.object({
        isKnown: billing.isKnown,
        open: billing.open,
        charges: billing.charges,
        billCount: billing.billCount,
        newestBills: z.array(billing.bills.element.omit({ id: true }).extend({ status: z.string() })),
      }),
    }),
    async run({ db, clock }, { companyId }, which) {
      const id = await requireCustomerId({ db }, companyId, which);
      const customer = await getCustomer(db, scoringSource, companyId, id, clock.now());
      const bills = await readBilling(db, companyId, id, clock.now());
      const [kept] = await readKeepings(db, companyId, [id], clock.now());
      return {
        ...toCustomerRow(customer),
        columns: customer.attributes,
        columnCount: customer.attributes.length,
        owner: kept?.owner?.name ?? null,
        tags: kept?.tags.map(({ name }) => name) ?? [],
        segments: kept?.segments.map(({ name }) => name) ?? [],
        hasOpenCase: (kept?.openCase ?? null) !== null,
        scoreChange30Days: kept?.scoreChange ?? null,
        billing: {
          ...bills,
          newestBills: bills.bills
            .slice(0, BILLS)
            .map((bill) => ({ ...bill, status: invoiceStatusLabel(bill.status) })),
        },
      };
    },
  }),
];
