import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";

/** Long enough for a word to be typed in one go. */
const typingPauseMs = 300;

interface UrlFilter<Name extends string> {
  /** As typed: for the fields. */
  fields: Record<Name, string>;
  /** As it stands in the address, without empty ones: for the query. */
  given: Partial<Record<Name, string>>;
  page: number;
  change: (patch: Partial<Record<Name, string>>) => void;
  setPage: (page: number) => void;
}

/**
 * Filters and page of a list that shares its address with others (`?section=`): they stand in the address, so that a list
 * can be linked to, reloaded and come back to. Typing changes the address once it pauses, and goes back to page 1.
 */
export function useUrlFilter<Name extends string>(names: readonly Name[]): UrlFilter<Name> {
  const [params, setParams] = useSearchParams();
  const inAddress = JSON.stringify(names.map((name) => (params.get(name) ?? "").slice(0, 200)));
  const [typed, setTyped] = useState({ inAddress, values: inAddress });
  // The way back in the browser's history changes the address: the fields follow.
  if (typed.inAddress !== inAddress) setTyped({ inAddress, values: inAddress });
  const read = (values: string) =>
    Object.fromEntries(
      (JSON.parse(values) as string[]).map((value, index) => [names[index], value]),
    ) as Record<Name, string>;
  const fields = read(typed.values);
  const page = Number(params.get("page"));

  useEffect(() => {
    if (typed.values === inAddress) return;
    const timer = setTimeout(
      () =>
        setParams(
          (current) => {
            const next = new URLSearchParams(current);
            next.delete("page");
            for (const [index, value] of (JSON.parse(typed.values) as string[]).entries()) {
              const name = names[index];
              if (name === undefined) continue;
              if (value === "") next.delete(name);
              else next.set(name, value);
            }
            return next;
          },
          { replace: true, preventScrollReset: true },
        ),
      typingPauseMs,
    );
    return () => clearTimeout(timer);
  }, [typed.values, inAddress, names, setParams]);

  return {
    fields,
    given: Object.fromEntries(
      Object.entries<string>(read(inAddress)).flatMap(([name, value]) =>
        value === "" ? [] : [[name, value.trim()]],
      ),
    ) as Partial<Record<Name, string>>,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    change: (patch) => {
      const next = { ...fields, ...patch };
      // What is typed is what the address will say, letter for letter, but for blanks alone.
      const values = names.map((name) => (next[name].trim() === "" ? "" : next[name].slice(0, 200)));
      setTyped({ inAddress, values: JSON.stringify(values) });
    },
    setPage: (next) =>
      setParams((current) => {
        const params = new URLSearchParams(current);
        if (next > 1) params.set("page", String(next));
        else params.delete("page");
        return params;
      }),
  };
}
