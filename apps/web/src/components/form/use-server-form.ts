import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import type { FormEvent } from "react";
import { useForm } from "react-hook-form";
import type {
  Control,
  DefaultValues,
  FieldErrors,
  FieldPath,
  FieldValues,
  UseFormReset,
  UseFormSetValue,
} from "react-hook-form";
import type { z } from "zod";
import { placeFields, placeRefusal } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";

interface ServerFormOptions<Values extends FieldValues, Sent, Answer> {
  /** The contract's own schema of what is sent: a field's name here is its name on the wire. */
  schema: z.ZodType<Sent, Values>;
  defaultValues: DefaultValues<NoInfer<Values>>;
  /** What is stored now, where others may change it meanwhile: fields that nobody touched here follow it. */
  values?: NoInfer<Values>;
  /** Sends what was checked; what it rejects with is said at the fields it names, else above the button. */
  send: (checked: Sent) => Promise<Answer>;
  /** Where to go back to when what is wrong belongs to no field: the password of a refused sign-in. */
  returnTo?: FieldPath<NoInfer<Values>>;
  /** Says what belongs to no field, where the form has no place of its own for it. */
  onProblem?: (message: string) => void;
  /** After it was taken; the form counts as unchanged by then. */
  onSent?: (answer: NoInfer<Answer>, checked: NoInfer<Sent>) => void;
}

export interface ServerForm<Values extends FieldValues> {
  control: Control<Values>;
  /** Names of the fields on the page; each adds itself. */
  shown: Set<string>;
  submit: (event?: FormEvent) => void;
  /** While it is being sent; another press does nothing. */
  isPending: boolean;
  /** Whether anything differs from what was given or last sent. */
  isDirty: boolean;
  /** What is wrong and belongs to no field on the page. */
  problem: string | undefined;
  setValue: UseFormSetValue<Values>;
  /** Back to the given values, or to these; nothing is wrong with them yet. */
  reset: UseFormReset<Values>;
}

/** What a form keeps that follows `values`, it keeps only then: asked to start again, it starts again. */
const afresh = { keepDirtyValues: false, keepErrors: false };

/**
 * A form that the browser checks by the contract's schema and the server may still refuse: both speak at the same fields,
 * and the first of them takes the focus. Two presses of Enter send once.
 */
export function useServerForm<Values extends FieldValues, Sent, Answer>({
  schema,
  defaultValues,
  values,
  send,
  returnTo,
  onProblem,
  onSent,
}: ServerFormOptions<Values, Sent, Answer>): ServerForm<Values> {
  const form = useForm<Values, unknown, Sent>({
    resolver: zodResolver(schema),
    defaultValues,
    ...(values === undefined ? {} : { values, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
  });
  const { isSubmitting, isDirty } = form.formState;
  const [shown] = useState(() => new Set<string>());
  const [problem, setProblem] = useState<string>();
  const sending = useRef(false);

  function sayOfAll(message: string | undefined) {
    setProblem(message);
    if (message !== undefined) onProblem?.(message);
  }

  function say({ fields, message }: Refusal) {
    sayOfAll(message);
    for (const [name, words] of fields)
      form.setError(name as FieldPath<Values>, { type: "refused", message: words });
    // The first on the page, not the first in the answer.
    const first = [...shown].find((name) => fields.has(name)) ?? returnTo;
    if (first !== undefined) form.setFocus(first as FieldPath<Values>, { shouldSelect: true });
  }

  async function sendOnce(event?: FormEvent) {
    const sent = form.getValues();
    let after: (() => void) | undefined;
    setProblem(undefined);
    await form.handleSubmit(
      async (checked) => {
        try {
          const answer = await send(checked);
          after = () => onSent?.(answer, checked);
        } catch (error) {
          say(placeRefusal(error, shown));
        }
      },
      // At a shown field the field says it; of any other it must be said here, or the press would do nothing.
      (errors) => sayOfAll(placeFields(messagesOf(errors), shown).message),
    )(event);
    if (after === undefined) return;
    // What was typed while it was under way is a change of what was sent.
    form.reset(sent, { ...afresh, keepValues: true });
    after();
  }

  return {
    control: form.control as unknown as Control<Values>,
    shown,
    submit: (event) => {
      event?.preventDefault();
      if (sending.current) return;
      sending.current = true;
      void sendOnce(event).finally(() => (sending.current = false));
    },
    isPending: isSubmitting,
    isDirty,
    problem,
    setValue: form.setValue,
    reset: (given, keep) => {
      setProblem(undefined);
      form.reset(given, { ...afresh, ...keep });
    },
  };
}

/** The messages of nested errors by path: { profile: { firstName: { message } } } -> 'profile.firstName'. */
function messagesOf(errors: FieldErrors, above = ""): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const [name, error] of Object.entries(errors)) {
    if (typeof error !== "object" || error === null) continue;
    if (typeof error.message === "string") messages[above + name] = error.message;
    else Object.assign(messages, messagesOf(error as FieldErrors, `${above}${name}.`));
  }
  return messages;
}
