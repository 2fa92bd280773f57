import { customerEndpoints } from "@forestay/contracts/wire";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { useDebounced } from "@/hooks/use-debounced.ts";
import { call } from "@/lib/api/index.ts";
import { campaignKeys } from "@/lib/api/query-keys.ts";

const customersQuery = (text: string) =>
  queryOptions({
    queryKey: [...campaignKeys.customers, text],
    queryFn: ({ signal }) => call(customerEndpoints.search, { query: { text, limit: 5 }, signal }),
    enabled: text !== "",
  });

/** Whose message is shown: the first customer, until another is looked for. */
export function CustomerField({
  name,
  onChoose,
}: {
  name: string | undefined;
  onChoose: (id: string) => void;
}) {
  const [text, setText] = useState("");
  const asked = useDebounced(text.trim(), 200);
  const { data } = useQuery(customersQuery(asked));
  return (
    <div className="flex flex-col gap-1.5">
      <Field label="As customer" help={name === undefined ? undefined : `Shown for ${name}.`}>
        {(control) => (
          <Input
            {...control}
            placeholder="Name, e-mail or id"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {asked === "" || data === undefined ? null : (
        <ul aria-label="Customers found" className="m-0 flex list-none flex-col gap-1 p-0">
          {data.items.map(({ id, fullName, email, externalId }) => (
            <li key={id}>
              <button
                type="button"
                className="w-full cursor-pointer rounded-control border border-line bg-sheet px-3 py-1.5 text-left text-ui text-ink hover:bg-hover"
                onClick={() => {
                  onChoose(id);
                  setText("");
                }}
              >
                {fullName ?? email ?? externalId ?? "A customer"}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
