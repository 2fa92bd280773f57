import { chatbotEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Meter } from "@/components/ui/meter.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { formatCount, formatCounted, formatMoney } from "@/lib/format/index.ts";
import { settingsQueries, useSetting } from "../api/settings-queries.ts";
import { Loaded } from "./loaded.tsx";
import { ModelLimits } from "./model-limits.tsx";

type Model = EndpointResponse<typeof chatbotEndpoints.model>;

/** What is sent, in words: nothing of it leaves before an Owner says so. */
const sent = [
  "the question, the page it is asked on, and what the conversation spoke of before (a plan, a customer's name)",
  "what the assistant's tools answer to it: figures, and of customers asked about the name, plan, score and reasons",
  "never passwords, keys, other people's conversations, or more than the person who asks may see",
];

/** Whether a language model may answer what the assistant cannot, which one, what it is sent and what it used. */
export function AssistantSection() {
  const model = useQuery(settingsQueries.assistantModel());
  return (
    <section className="divide-y divide-line">
      <div className="px-4 py-5 *:max-w-148 md:px-6">
        <h2 className="m-0 text-body font-strong text-ink">Assistant</h2>
        <p className="m-0 mt-0.5 text-ui text-ink-2">
          The assistant answers from your own figures on this server and asks nobody else. A language model
          can take the questions that it does not understand: with the same tools, and every figure of its
          answer is held against what they said.
        </p>
      </div>
      <Loaded query={model} what="The assistant's model" inset>
        {(data) => (
          <>
            <Choice data={data} />
            {data.model === null ? null : <ModelLimits data={data} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Choice({ data }: { data: Model }) {
  const save = useSetting(chatbotEndpoints.setModel);
  const { model, isOn, dailyTokens, dailyCost, price, used } = data;
  if (model === null)
    return (
      <p className="m-0 px-4 py-5 text-ui text-ink-2 md:px-6">
        This server has no language model to ask. Whoever runs it can name one by LLM_MODEL and LLM_BASE_URL,
        a local one too.
      </p>
    );
  return (
    <div className="flex flex-col gap-4 px-4 py-5 *:max-w-148 md:px-6">
      <Switch
        label={`Ask ${model.name} at ${model.host} what the assistant does not understand`}
        checked={isOn}
        disabled={save.isPending}
        onChange={(next) =>
          save.mutate(
            { body: { isOn: next } },
            {
              onSuccess: () =>
                toast.success(next ? "The language model helps out" : "The language model is off"),
            },
          )
        }
      />
      <div>
        <h3 className="m-0 text-ui font-strong text-ink">What leaves this server then</h3>
        <ul className="m-0 mt-1 flex list-disc flex-col gap-1 pl-5 text-ui text-ink-2">
          {sent.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-col gap-1.5 text-ui">
        <p className="m-0 text-ink">
          Today {formatCounted(used.questions, "question")}, {formatCount(used.tokens)} of{" "}
          {formatCount(dailyTokens)} tokens
        </p>
        <Meter label="Tokens used today" value={used.tokens / dailyTokens} />
        {price === null || used.cost === null ? null : (
          <>
            <p className="m-0 mt-2 text-ink">
              {formatMoney(used.cost, price.currency, 2)}
              {dailyCost === null ? " spent" : ` of ${formatMoney(dailyCost, price.currency, 2)} spent`}, at{" "}
              {formatMoney(price.input, price.currency, 2)} a million tokens asked and{" "}
              {formatMoney(price.output, price.currency, 2)} answered
            </p>
            {dailyCost === null ? null : <Meter label="Money spent today" value={used.cost / dailyCost} />}
          </>
        )}
        <p className="m-0 text-note text-ink-2">
          When they are used up the assistant goes on without it until midnight UTC.
        </p>
      </div>
    </div>
  );
}
