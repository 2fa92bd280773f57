import { z } from "zod";

const schema = z.object({ companyId: z.uuid(), deliveryId: z.uuid(), turn: z.int() });

/** Which try of which delivery; one of an older plan than the delivery's `turn` is none. */
export type DeliveryTry = z.output<typeof schema>;

/** What has to be known to plan a try; what runs it is declared on top of this. Those of one address go one after the other. */
export const deliveryJob = { name: "webhooks.deliver", schema, onePerGroup: true } as const;
