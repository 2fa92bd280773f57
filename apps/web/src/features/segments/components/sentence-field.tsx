import type { CriteriaNode } from "@forestay/contracts/wire";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { useReadSentence } from "../api/segment-queries.ts";

/** Words become lines to confirm, and the words that were not understood are said. */
export function SentenceField({ onProposed }: { onProposed: (criteria: readonly CriteriaNode[]) => void }) {
  const [text, setText] = useState("");
  const read = useReadSentence();
  function propose(event: FormEvent) {
    event.preventDefault();
    if (read.isPending || text.trim() === "") return;
    read.mutate(text, { onSuccess: ({ criteria }) => onProposed(criteria) });
  }
  return (
    <form onSubmit={propose} className="flex flex-wrap items-end gap-2.5 pb-4">
      <Field
        label="In your own words"
        hint="optional"
        className="min-w-60 flex-1"
        error={read.error?.message}
        help={read.data === undefined ? undefined : answerWords(read.data)}
      >
        {(control) => (
          <Input
            {...control}
            value={text}
            maxLength={500}
            placeholder="annual customers in Germany who stopped logging in"
            onChange={(event) => {
              setText(event.target.value);
              if (!read.isIdle) read.reset();
            }}
          />
        )}
      </Field>
      <Button type="submit" icon={<Sparkles />} pending={read.isPending} disabled={text.trim() === ""}>
        Propose lines
      </Button>
    </form>
  );
}

function answerWords({
  criteria,
  notUnderstood,
}: {
  criteria: readonly CriteriaNode[];
  notUnderstood: readonly string[];
}): string {
  const lost = notUnderstood.map((word) => `“${word}”`).join(", ");
  if (criteria.length === 0)
    return lost === "" ? "That asks for everybody." : `Not understood: ${lost}. Choose lines below instead.`;
  const lines = criteria.length === 1 ? "One line is proposed" : `${criteria.length} lines are proposed`;
  return lost === "" ? `${lines} below: look them over.` : `${lines} below. Not understood: ${lost}.`;
}
