import { z } from "zod";

/** A member as the list has it. */
export const member = z.object({
  id: z.string(),
  email_address: z.string(),
  full_name: z.string().nullish(),
  status: z.string(),
  last_changed: z.string(),
  timestamp_opt: z.string().nullish(),
  /** Fields that the company made; of addresses and the like more than a text. */
  merge_fields: z.record(z.string(), z.unknown()).nullish(),
  tags: z.array(z.object({ name: z.string() })).nullish(),
  stats: z
    .object({
      avg_open_rate: z.number().nullish(),
      avg_click_rate: z.number().nullish(),
      ecommerce_data: z.object({ number_of_orders: z.number().nullish() }).nullish(),
    })
    .nullish(),
});
export type Member = z.infer<typeof member>;
