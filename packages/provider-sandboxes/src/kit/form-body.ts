/** Nested fields of a form: a text, a list or more fields. */
export type FormValue = string | FormValue[] | Form;
export interface Form {
  [name: string]: FormValue;
}

/** Reads `items[0][price]=p&expand[]=a&metadata[k]=v`. Numbered and empty brackets make lists; the last of a plain name counts. */
export function readForm(text: string | URLSearchParams): Form {
  const form: Form = Object.create(null) as Form;
  for (const [name, value] of new URLSearchParams(text)) {
    put(form, name.includes("[") ? stepsOf(name) : [name], value);
  }
  return asLists(form) as Form;
}

function stepsOf(name: string): string[] {
  const open = name.indexOf("[");
  return [name.slice(0, open), ...[...name.slice(open).matchAll(/\[([^\]]*)\]/g)].map((one) => one[1] ?? "")];
}

function put(form: Form, steps: string[], value: string): void {
  let at = form;
  for (const [depth, step] of steps.entries()) {
    const key = step === "" ? String(Object.keys(at).length) : step;
    if (depth === steps.length - 1) at[key] = value;
    else {
      const next = at[key];
      at = typeof next === "object" && !Array.isArray(next) ? next : (at[key] = Object.create(null) as Form);
    }
  }
}

/** What has only whole numbers for names is a list. */
function asLists(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, asLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList ? entries.map(([, inner]) => inner) : (Object.fromEntries(entries) as Form);
}
