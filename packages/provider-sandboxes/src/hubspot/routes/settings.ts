import type { Routes } from "../../kit/index.ts";
import { hubspotError, invalidInput } from "../hubspot-errors.ts";
import type { ObjectType, Portal, Property } from "../portal.ts";
import { newProperty } from "../properties.ts";

/** What the portal says of itself. */
export interface PortalDetails {
  portalId: number;
  name: string;
}

const kinds: Property["type"][] = ["string", "number", "datetime", "date", "enumeration", "bool"];
const needed = ["name", "label", "type", "fieldType", "groupName"] as const;

/** Properties, the account's details and the app's removal, by their dated paths. */
export function settingsRoutes(
  portal: Portal,
  date: string,
  details: PortalDetails,
  uninstall: () => void,
): Routes {
  const listOf = (type: string | undefined) => {
    const properties = portal.properties[type as ObjectType];
    if (!properties) throw invalidInput(`Unable to infer object type from: ${type}`);
    return properties;
  };
  return {
    [`GET /crm/properties/${date}/:type`]: (request) => ({
      status: 200,
      body: { results: listOf(request.params["type"]) },
    }),
    [`GET /crm/properties/${date}/:type/:name`]: (request) => {
      const { name, type } = request.params;
      const property = listOf(type).find((one) => one.name === name);
      if (!property) throw hubspotError(404, "OBJECT_NOT_FOUND", `Property ${name} does not exist.`);
      return { status: 200, body: property };
    },
    [`POST /crm/properties/${date}/:type`]: (request) => {
      const properties = listOf(request.params["type"]);
      const made = propertyOf((request.json ?? {}) as Partial<Property>);
      if (properties.some((one) => one.name === made.name))
        throw hubspotError(409, "OBJECT_ALREADY_EXISTS", `Property ${made.name} already exists.`);
      properties.push(made);
      return { status: 201, body: made };
    },
    [`GET /account-info/${date}/details`]: () => ({
      status: 200,
      body: {
        portalId: details.portalId,
        portalName: details.name,
        accountType: "SANDBOX",
        timeZone: "UTC",
        companyCurrency: "USD",
        additionalCurrencies: ["EUR", "GBP"],
        utcOffset: "+00:00",
        utcOffsetMilliseconds: 0,
        uiDomain: "app.hubspot.com",
        dataHostingLocation: "na1",
      },
    }),
    [`DELETE /appinstalls/${date}/external-install`]: () => {
      uninstall();
      return { status: 204 };
    },
  };
}

function propertyOf(given: Partial<Property>): Property {
  const missing = needed.filter((name) => !given[name]);
  if (missing.length > 0)
    throw invalidInput(`Invalid input JSON: some required fields were not set: [${missing.join(", ")}]`);
  const { name = "", label = "", type = "string", fieldType = "text", groupName = "" } = given;
  if (!/^[a-z][a-z0-9_]*$/.test(name) || !kinds.includes(type)) throw invalidInput("Invalid name or type.");
  const values = (given.options ?? []).map((one) => one.value);
  return newProperty({
    name,
    label,
    type,
    fieldType,
    groupName,
    values,
    hubspotDefined: false,
    readOnly: false,
  });
}
