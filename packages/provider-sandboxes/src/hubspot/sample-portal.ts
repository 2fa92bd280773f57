import { companies, type Company, type Person } from "../companies/index.ts";
import { drawsFrom, type Draws } from "../kit/index.ts";
import type { Portal } from "./portal.ts";

const DAY_MS = 86_400_000;
const industries = [
  "COMPUTER_SOFTWARE",
  "LOGISTICS_AND_SUPPLY_CHAIN",
  "HOSPITAL_HEALTH_CARE",
  "RETAIL",
  "DESIGN",
];

/**
 * Fills a portal with about `count` contacts of the companies that the Stripe sandbox bills, so that most of its customers
 * are found here by their e-mail. Some people are here alone, and a few records are as bad as real ones.
 */
export function samplePortal(portal: Portal, count = 400): void {
  const draws = drawsFrom(77);
  const now = portal.clock.now();
  const said = new Set<string>();
  for (const company of companies(320).slice(12)) {
    if (portal.records.contacts.size >= count - badRecords.length) break;
    const since = now - draws.whole(30, 900) * DAY_MS;
    const record = portal.add(
      "companies",
      {
        name: company.name,
        domain: company.domain,
        country: company.country,
        industry: draws.pick(industries),
        numberofemployees: String(company.employees),
      },
      since,
    );
    for (const person of company.people) {
      if (said.has(person.email)) continue;
      said.add(person.email);
      const contact = portal.add(
        "contacts",
        contactOf(company, person, draws, now),
        since + draws.whole(0, 20) * DAY_MS,
      );
      portal.link("contacts", contact.id, "companies", record.id);
    }
    if (draws.chance(0.35)) addDeal(portal, company, record.id, draws, since);
  }
  for (const values of badRecords) portal.add("contacts", values, now - 40 * DAY_MS);
}

function contactOf(
  company: Company,
  person: Person,
  draws: Draws,
  now: number,
): Record<string, string | null> {
  const touched = draws.chance(0.8) ? new Date(now - draws.whole(0, 200) * DAY_MS).toISOString() : null;
  return {
    email: person.email,
    firstname: person.firstName,
    lastname: person.lastName,
    company: company.name,
    jobtitle: person.title,
    country: company.country,
    lifecyclestage: draws.pick(["customer", "customer", "customer", "opportunity", "lead"]),
    notes_last_updated: touched,
    plan_name: draws.chance(0.7) ? draws.pick(["Starter", "Team", "Business"]) : null,
    seats: draws.chance(0.6) ? String(draws.whole(1, 60)) : null,
    contract_value: draws.chance(0.5) ? String(draws.whole(3, 400) * 100) : null,
    renewal_date: draws.chance(0.4)
      ? new Date(now + draws.whole(5, 300) * DAY_MS).toISOString().slice(0, 10)
      : null,
  };
}

function addDeal(portal: Portal, company: Company, companyId: string, draws: Draws, since: number): void {
  const deal = portal.add(
    "deals",
    {
      dealname: `${company.name}: ${draws.pick(["renewal", "more seats", "first order"])}`,
      amount: String(draws.whole(5, 300) * 100),
      dealstage: draws.pick(["appointmentscheduled", "contractsent", "closedwon", "closedlost"]),
      pipeline: "default",
    },
    since + 20 * DAY_MS,
  );
  portal.link("deals", deal.id, "companies", companyId);
}

/** As they come to be by old imports: a broken address, a text for a number, the same address twice, hardly anything. */
const badRecords: Record<string, string | null>[] = [
  { firstname: "Nora", lastname: "Broken", email: "nora.broken@@nowhere", lifecyclestage: "customer" },
  {
    firstname: "Otto",
    lastname: "Words",
    email: "otto.words@fjordlabs.example",
    contract_value: "about 12k",
    seats: "a dozen",
  },
  { firstname: "Paula", lastname: "Twice", email: "paula.twice@opaltravel.example", contract_value: "4800" },
  {
    firstname: "Paula",
    lastname: "Twice-Again",
    email: "Paula.Twice@OpalTravel.example",
    contract_value: "5200",
  },
  { firstname: null, lastname: null, email: null, phone: "+1 555 0100" },
  { firstname: "Rita ", lastname: " Spaces", email: " rita.spaces@pinelabs.example ", renewal_date: "soon" },
];
