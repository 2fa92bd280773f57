import type { PeerRequest } from "../../kit/index.ts";
import type { CrmRecord, ObjectType, Portal } from "../portal.ts";
import { shownByDefault } from "../properties.ts";

export const objectTypes: ObjectType[] = ["contacts", "companies", "deals"];

/** A record with the properties that were asked for, null where it has none; unknown ones are left out without a word. */
export function shownRecord(
  portal: Portal,
  type: ObjectType,
  record: CrmRecord,
  names: string[],
  links: ObjectType[] = [],
): object {
  const known = new Set(portal.properties[type].map((one) => one.name));
  const always = shownByDefault[type].filter(
    (name) => /date$|^hs_object_id$/.test(name) && name !== "closedate",
  );
  const wanted = [...new Set([...names, ...always])].filter((name) => known.has(name)).sort();
  const associations = links.flatMap((to) => {
    const ids = portal.linked(type, record.id, to);
    const results = ids.map((id) => ({ id, type: `${singular(type)}_to_${singular(to)}` }));
    return ids.length > 0 ? [[to, { results }] as const] : [];
  });
  return {
    ...record,
    properties: Object.fromEntries(wanted.map((name) => [name, record.properties[name] ?? null])),
    ...(associations.length > 0 && { associations: Object.fromEntries(associations) }),
  };
}

/** `properties=email,firstname`, or what is shown without. */
export function propertiesAsked(request: PeerRequest, type: ObjectType): string[] {
  const names = request.query.getAll("properties").flatMap((one) => one.split(","));
  return names.length > 0 ? names : shownByDefault[type];
}

/** `associations=companies`. */
export function linksAsked(request: PeerRequest): ObjectType[] {
  const names = request.query.getAll("associations").flatMap((one) => one.split(","));
  return objectTypes.filter((type) => names.includes(type));
}

export const linkShown = (id: string) => ({
  toObjectId: Number(id),
  associationTypes: [{ category: "HUBSPOT_DEFINED", typeId: 1, label: "Primary" }],
});

const singular = (type: ObjectType) => (type === "companies" ? "company" : type.slice(0, -1));
