/**
 * What a hub is, as data both sides can read. Schemas are anything that follows Standard Schema (zod, valibot, arktype ...):
 * the package only ever calls `~standard.validate`.
 */
export type Schema<Output = unknown> = {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => ValidationResult<Output> | Promise<ValidationResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
};

type ValidationResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly unknown[] };

/** A method the client may call. */
export type MethodContract = {
  /** One schema per positional argument. */
  readonly args: readonly Schema[];
  /** The answer; left out for void. */
  readonly result?: Schema;
  /** Items of a server-to-client stream; such a method is called with `stream`, never with `invoke`. */
  readonly stream?: Schema;
  /** Items of each client-to-server stream, in the order in which the client passes its subjects. */
  readonly uploads?: readonly Schema[];
};

/** A method of the client that the server may call and wait for. */
export type ClientMethodContract = { readonly args: readonly Schema[]; readonly result?: Schema };

/** The whole hub: one schema for an event with one argument, a list for any other number. */
export type HubContract = {
  readonly methods: Readonly<Record<string, MethodContract>>;
  readonly events: Readonly<Record<string, Schema | readonly Schema[]>>;
  readonly clientMethods?: Readonly<Record<string, ClientMethodContract>>;
};

/** Keeps the literal type of a contract declared on its own. */
export function defineHubContract<const Contract extends HubContract>(contract: Contract): Contract {
  return contract;
}

export type OutputOf<S> = S extends Schema<infer Output> ? Output : never;
type InputOf<S> = S extends {
  readonly "~standard": { readonly types?: { readonly input: infer Input } | undefined };
}
  ? Input
  : never;

export type OutputsOf<Schemas extends readonly Schema[]> = {
  -readonly [Index in keyof Schemas]: OutputOf<Schemas[Index]>;
};
type InputsOf<Schemas extends readonly Schema[]> = {
  -readonly [Index in keyof Schemas]: InputOf<Schemas[Index]>;
};
type StreamsOf<Schemas extends readonly Schema[]> = {
  -readonly [Index in keyof Schemas]: AsyncIterable<OutputOf<Schemas[Index]>>;
};

type UploadsOf<Method extends MethodContract> = Method extends {
  readonly uploads: infer Uploads extends readonly Schema[];
}
  ? StreamsOf<Uploads>
  : [];

/** What a method's handler receives after the call: validated arguments, then one iterable per upload. */
export type MethodArgs<Method extends MethodContract> = [...OutputsOf<Method["args"]>, ...UploadsOf<Method>];

/** What a method's handler answers. */
export type MethodAnswer<Method extends MethodContract> = Method extends {
  readonly stream: infer Item extends Schema;
}
  ? AsyncIterable<InputOf<Item>> | Iterable<InputOf<Item>> | Promise<AsyncIterable<InputOf<Item>>>
  : Method extends { readonly result: infer Result extends Schema }
    ? InputOf<Result> | Promise<InputOf<Result>>
    : void | Promise<void>;

/** Arguments of one event. */
export type EventArgs<Event> = Event extends readonly Schema[] ? InputsOf<Event> : [InputOf<Event>];

export type ClientMethodName<Contract extends HubContract> = Contract extends {
  readonly clientMethods: infer Methods;
}
  ? keyof Methods & string
  : never;
type ClientMethodOf<Contract extends HubContract, Name extends string> = Contract extends {
  readonly clientMethods: Readonly<Record<Name, infer Method>>;
}
  ? Method
  : never;
export type ClientMethodArgs<Contract extends HubContract, Name extends string> =
  ClientMethodOf<Contract, Name> extends { readonly args: infer Args extends readonly Schema[] }
    ? InputsOf<Args>
    : [];
export type ClientMethodResult<Contract extends HubContract, Name extends string> =
  ClientMethodOf<Contract, Name> extends { readonly result: infer Result extends Schema }
    ? OutputOf<Result>
    : void;

/** Validates one value. Throws InvalidValue when the schema refuses it. */
export async function validate(schema: Schema, value: unknown): Promise<unknown> {
  const outcome = await schema["~standard"].validate(value);
  if (outcome.issues) throw new InvalidValue(outcome.issues);
  return outcome.value;
}

/** A value from the other side that its schema refused. */
export class InvalidValue extends Error {
  override readonly name = "InvalidValue";
  readonly issues: readonly unknown[];

  constructor(issues: readonly unknown[]) {
    super("value does not match its schema");
    this.issues = issues;
  }
}

/**
 * Validates positional values. Missing ones count as undefined, so that an optional schema accepts them; more values
 * than schemas are refused.
 */
export async function validateAll(
  schemas: readonly Schema[],
  values: readonly unknown[],
): Promise<unknown[]> {
  if (values.length > schemas.length) throw new InvalidValue([{ message: "too many arguments" }]);
  const outputs: unknown[] = [];
  for (const [index, schema] of schemas.entries()) {
    const outcome = schema["~standard"].validate(values[index]);
    const settled = outcome instanceof Promise ? await outcome : outcome;
    if (settled.issues) throw new InvalidValue(settled.issues);
    outputs.push(settled.value);
  }
  return outputs;
}
