import { dataHealthSchema, integrationSchema } from "@forestay/contracts";
import { z } from "zod";
import { readDataHealth } from "#modules/dashboard/index.ts";
import { listIntegrations } from "#modules/integrations/index.ts";
import { defineTool } from "./tool.ts";

export const companyTools = [
  defineTool({
    name: "list_integrations",
    title: "List connected systems",
    description:
      "The systems that can be connected and how things stand with each: status, account, when it was last read to the end, how many customers it knows, records that could not be taken in, and the last error in words.",
    group: "imports",
    policy: "integrations:read",
    readOnly: true,
    input: z.object({}),
    output: z.object({
      integrations: z.array(
        integrationSchema.pick({ provider: true, name: true, status: true }).extend({
          accountName: z.string().nullable(),
          lastSyncAt: z.string().nullable(),
          linkedCustomers: z.number(),
          failedRecords: z.number(),
          lastError: z.string().nullable(),
        }),
      ),
    }),
    async run(context, { companyId }) {
      const items = await listIntegrations(context, companyId);
      return {
        integrations: items.map(({ connection, ...one }) => ({
          ...one,
          accountName: connection?.accountName ?? null,
          lastSyncAt: connection?.lastSyncAt ?? null,
          linkedCustomers: connection?.linkedCustomers ?? 0,
          failedRecords: connection?.failedRecords ?? 0,
          lastError: connection?.lastError ?? null,
        })),
      };
    },
  }),
  defineTool({
    name: "get_data_health",
    title: "Get how fresh the data is",
    description:
      "How fresh the company's data is: its newest imported files, whole days since the newest, and rows that wait for their customer.",
    group: "imports",
    policy: "customers:read",
    readOnly: true,
    input: z.object({}),
    output: dataHealthSchema,
    run: ({ db, clock }, { companyId }) => readDataHealth(db, companyId, clock.now()),
  }),
];
