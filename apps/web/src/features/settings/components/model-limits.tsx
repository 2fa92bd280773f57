import { dailyCostSchema, dailyTokensSchema } from "@forestay/contracts/schemas";
import { chatbotEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import { z } from "zod";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { toast } from "@/components/ui/toast-store.ts";
import { formatCount, formatMoney } from "@/lib/format/index.ts";
import { useSetting } from "../api/settings-queries.ts";
import { SettingForm } from "./setting-form.tsx";

type Model = EndpointResponse<typeof chatbotEndpoints.model>;

/** A number as typed, thousands separated or not; nothing typed: the operator's limit holds alone. */
const typedLimit = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .transform((typed) => {
      const digits = typed.replaceAll(/[\s,]/g, "");
      return digits === "" ? null : Number(digits);
    })
    .pipe(z.nullable(schema));

const limitsForm = z.object({
  dailyTokens: typedLimit(dailyTokensSchema),
  dailyCost: typedLimit(dailyCostSchema),
});

const asTyped = ({ dailyTokens, dailyCost }: Model["own"]) => ({
  dailyTokens: dailyTokens === null ? "" : formatCount(dailyTokens),
  dailyCost: dailyCost === null ? "" : String(dailyCost),
});

/** The company's own limits of a day, below the operator's: in tokens, and in money where the operator named a price. */
export function ModelLimits({ data }: { data: Model }) {
  const { isOn, own, most, price } = data;
  const save = useSetting(chatbotEndpoints.setModel);
  const form = useServerForm({
    schema: limitsForm,
    defaultValues: asTyped(own),
    values: asTyped(own),
    send: ({ dailyTokens, dailyCost }) =>
      save.mutateAsync({ body: { isOn, dailyTokens, ...(price === null ? {} : { dailyCost }) } }),
    onSent: () => {
      toast.success("Limits saved");
    },
  });
  return (
    <SettingForm
      form={form}
      title="Limits of a day"
      description="When one is reached the assistant goes on without the model until midnight UTC. A question that is being answered then ends early."
    >
      <TextField
        form={form}
        name="dailyTokens"
        label="Most tokens a day"
        help={`Empty: the ${formatCount(most.dailyTokens)} that this server allows.`}
        inputMode="numeric"
        autoComplete="off"
        boxClassName="w-36"
      />
      {price === null ? null : (
        <TextField
          form={form}
          name="dailyCost"
          label={`Most money a day, ${price.currency}`}
          help={
            most.dailyCost === null
              ? "Empty: as much as the tokens cost."
              : `Empty: the ${formatMoney(most.dailyCost, price.currency, 2)} that this server allows.`
          }
          inputMode="decimal"
          autoComplete="off"
          boxClassName="w-36"
        />
      )}
    </SettingForm>
  );
}
