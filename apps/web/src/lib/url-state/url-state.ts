import type { UrlParam } from "./url-param.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- the values of a definition are as different as its fields
type UrlParams = Readonly<Record<string, UrlParam<any>>>;

/** The values of a definition's fields, by name. */
type ValuesOf<P extends UrlParams> = { readonly [K in keyof P]: P[K] extends UrlParam<infer T> ? T : never };
export type UrlStateOf<D> = D extends UrlState<infer S> ? S : never;

/** A part of a page's state that lives in the address: the fields' names there, what they may be, what they are unless said. */
export interface UrlState<S> {
  defaults: S;
  /** The state that an address says. A field that is missing or makes no sense has its default: no link breaks a page. */
  read: (address: URLSearchParams) => S;
  /**
   * The address with some fields changed. Defaults are left out, names of others stay as they are. Unless only the place in
   * the list changes, the place goes back to its default: page 7 of other rows means nothing.
   */
  write: (address: URLSearchParams, patch: Partial<S>) => URLSearchParams;
  /** Whether a change is of typed fields only. */
  isTyping: (patch: Partial<S>) => boolean;
}

/** Defines a part of the state that lives in the address: `defineUrlState({ search: text(), page: pageNumber() })`. */
export function defineUrlState<P extends UrlParams>(params: P): UrlState<ValuesOf<P>> {
  type State = ValuesOf<P>;
  const entries = Object.entries(params);
  const stateOf = (valueOf: (name: string, param: P[string]) => unknown) =>
    Object.fromEntries(entries.map(([name, param]) => [name, valueOf(name, param as P[string])])) as State;

  const read = (address: URLSearchParams) =>
    stateOf((name, param) => {
      const text = address.get(name);
      return text === null ? param.default : (param.read(text) ?? param.default);
    });

  function write(address: URLSearchParams, patch: Partial<State>) {
    const now = read(address);
    const isMove = Object.keys(patch).every((name) => params[name]?.isPlace === true);
    const next = new URLSearchParams(address);
    for (const [name, param] of entries) {
      const kept = param.isPlace === true && !isMove ? param.default : now[name];
      const value = param.write(name in patch ? patch[name] : kept);
      if (value === undefined || value === param.write(param.default)) next.delete(name);
      else next.set(name, value);
    }
    return next;
  }

  return {
    defaults: stateOf((_name, param) => param.default),
    read,
    write,
    isTyping: (patch) => Object.keys(patch).every((name) => params[name]?.isTyped === true),
  };
}
