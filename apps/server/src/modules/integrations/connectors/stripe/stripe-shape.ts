/** As Stripe writes a list, and an object: what begins so is not read twice to be looked at. */
const LIST = /^\s*\{\s*"object"\s*:\s*"list"\s*,\s*"data"\s*:\s*\[/;
const OBJECT = /^\s*\{\s*"id"\s*:\s*"[^"]*"\s*,\s*"object"\s*:\s*"/;

/** Whether an answer is an object of Stripe's, or a list of some; what is no JSON at all the SDK says itself. */
export function isStripes(text: string): boolean {
  if (LIST.test(text) || OBJECT.test(text)) return true;
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return true;
  }
  if (typeof said !== "object" || said === null || !("object" in said)) return false;
  return said.object !== "list" || ("data" in said && Array.isArray(said.data));
}

/** Whether an answer says an error as Stripe does: the SDK takes any other JSON for what was asked for, whatever its status. */
export function isStripesError(text: string): boolean {
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === "object" && said !== null && "error" in said && Boolean(said.error);
  } catch {
    return false;
  }
}
