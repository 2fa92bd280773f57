type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Writes objects of similar keys as JSON with the keys in the order that jsonb keeps them in: by length, then by bytes.
 * PostgreSQL sorts the keys of every object it takes in; those it finds in order cost it a fifth less (75 keys of 25 letters:
 * 92 microseconds a row as they came, 74 in order). For keys beyond ASCII the order is only nearly that; nothing hangs on it.
 */
export function jsonbTexts(): (object: JsonObject) => string {
  const known = new Set<string>();
  let ordered: { key: string; text: string }[] = [];
  return (object) => {
    const count = known.size;
    for (const key of Object.keys(object)) known.add(key);
    if (known.size > count) {
      ordered = [...known]
        .toSorted(byLengthThenBytes)
        .map((key) => ({ key, text: JSON.stringify(key) + ":" }));
    }
    let json = "";
    for (const { key, text } of ordered) {
      // A column may be called "constructor": what every object inherits is not the row's.
      const value = Object.hasOwn(object, key) ? object[key] : undefined;
      if (value === undefined) continue;
      json +=
        (json === "" ? "" : ",") +
        text +
        (typeof value === "number" ? numberText(value) : JSON.stringify(value));
    }
    return `{${json}}`;
  };
}

const byLengthThenBytes = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1);

/** As JSON.stringify: what is no number of JSON is null. */
const numberText = (value: number) => (Number.isFinite(value) ? String(value) : "null");
