import { hubspotError } from "./hubspot-errors.ts";
import type { ObjectType, Portal, Property } from "./portal.ts";

type Values = Record<string, string | null>;

/** Holds values against the portal's properties, and texts them; refuses the whole call where one does not fit (400). */
export function checkedValues(portal: Portal, type: ObjectType, given: unknown): Values {
  if (typeof given !== "object" || given === null)
    throw hubspotError(400, "VALIDATION_ERROR", "Invalid input JSON: properties is no object.");
  const errors: { message: string; code: string; context: { propertyName: string[] } }[] = [];
  const values: Values = {};
  for (const [name, value] of Object.entries(given)) {
    const text = value === null || value === "" ? null : String(value);
    const property = portal.properties[type].find((one) => one.name === name);
    const problem = problemOf(property, text);
    if (problem)
      errors.push({ message: `${name}: ${problem[1]}`, code: problem[0], context: { propertyName: [name] } });
    values[name] = text;
  }
  if (errors.length > 0)
    throw hubspotError(400, "VALIDATION_ERROR", `Property values were not valid: ${JSON.stringify(errors)}`, {
      errors,
    });
  return values;
}

function problemOf(
  property: Property | undefined,
  text: string | null,
): [code: string, message: string] | undefined {
  if (!property) return ["PROPERTY_DOESNT_EXIST", "Property does not exist"];
  if (property.modificationMetadata.readOnlyValue) return ["READ_ONLY_VALUE", "Property is read only"];
  if (text === null) return undefined;
  if (property.type === "number" && !Number.isFinite(Number(text))) return ["INVALID_NUMBER", "Not a number"];
  if (property.type === "enumeration" && !property.options.some((one) => one.value === text))
    return ["INVALID_OPTION", "Not one of the options"];
  if (property.name === "email" && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text))
    return ["INVALID_EMAIL", "Not an e-mail address"];
  if (property.type === "date" && !/^\d{4}-\d{2}-\d{2}$/.test(text)) return ["INVALID_DATE", "Not a date"];
  return undefined;
}
