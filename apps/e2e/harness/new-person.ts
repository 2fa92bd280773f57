import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { inject } from "vitest";
import { demoPassword, demoPeople } from "./demo-people.ts";

export interface NewPerson {
  email: string;
  password: string;
}

export const newPassword = "correct horse 42";

/** An address that nobody has yet. */
export const newAddress = (name: string): string =>
  `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@journeys.example`;

/**
 * Owner of a company of their own, signed in in this context by the real calls; the screens have a journey of their own. The
 * address is drawn unless stated.
 */
export async function signUpByCall(
  context: BrowserContext,
  name: string,
  data: "later" | "demo" = "later",
  origin?: string,
  email = newAddress(name),
): Promise<NewPerson & { token: string }> {
  await ask(context, "/api/auth/send-verification-code", { email }, undefined, undefined, origin);
  const { code } = (await ask(
    context,
    `/api/auth/local-code?email=${encodeURIComponent(email)}`,
    undefined,
    undefined,
    undefined,
    origin,
  )) as {
    code: string;
  };
  const { authData } = (await ask(
    context,
    "/api/auth/verify-code",
    { email, code },
    undefined,
    undefined,
    origin,
  )) as {
    authData: { token: string };
  };
  const steps = [
    { step: "profile", profile: { firstName: "Nora", lastName: name, password: newPassword } },
    { step: "company", company: { name: `${name} Ltd`, currency: "EUR", timeZone: "Europe/Zurich" } },
    { step: "data", data: { choice: data }, complete: true },
  ];
  for (const step of steps)
    await ask(context, "/api/auth/onboarding", step, authData.token, undefined, origin);
  return { email, password: newPassword, token: authData.token };
}

/** Onboarding's first step, filled in and not sent. */
export async function fillInWhoOneIs(page: Page, lastName: string, password = newPassword): Promise<void> {
  await page.getByText("Step 1 of 4").waitFor();
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill(lastName);
  await page.getByLabel("Password").fill(password);
}

/** Onboarding's second step, filled in and not sent. */
export async function fillInCompany(page: Page, name: string): Promise<void> {
  await page.getByText("Step 2 of 4").waitFor();
  await page.getByLabel("Company name").fill(name);
}

/** Onboarding's third step, sent with a silence too short to be allowed: refused at its field. */
export async function askForTooShortASilence(page: Page, definition: string): Promise<void> {
  await page.getByText("Step 3 of 4").waitFor();
  await page.getByRole("radio", { name: definition }).check();
  await page.getByLabel("Days without activity").fill("3");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Enter a whole number of days from 7 to 365").waitFor();
}

/** Invites this person into the Owner's company and joins, as the link in the mail would; answers their id and token. */
export async function joinByCall(
  owner: { context: BrowserContext; token: string },
  guest: BrowserContext,
  role: "Viewer" | "Staff" | "Owner",
  firstName: string,
): Promise<NewPerson & { id: string; token: string }> {
  const email = newAddress(firstName);
  await ask(owner.context, "/api/company/invitations", { email, role }, owner.token);
  const token = /token=(\S+)/.exec((await newestMailTo(email)).text)?.[1] ?? "";
  const joined = (await ask(guest, "/api/auth/register-invited", {
    token,
    firstName,
    lastName: "Guest",
    password: newPassword,
  })) as { token: string; user: { id: string } };
  return { email, password: newPassword, id: joined.user.id, token: joined.token };
}

/** The newest mail to this address, as the platform's Admin finds it in the outbox. */
export async function newestMailTo(email: string): Promise<{ subject: string; text: string }> {
  const baseUrl = inject("baseUrl");
  const signIn = await fetch(new URL("/api/auth/login", baseUrl), {
    method: "POST",
    headers: { "content-type": "application/json", origin: baseUrl },
    body: JSON.stringify({ email: demoPeople.admin, password: demoPassword }),
  });
  const { token } = (await signIn.json()) as { token: string };
  const read = async (path: string) =>
    (await fetch(new URL(path, baseUrl), { headers: { authorization: `Bearer ${token}` } })).json();
  const { items } = (await read(`/api/outbox?search=${encodeURIComponent(email)}`)) as {
    items: { id: string }[];
  };
  if (items[0] === undefined) throw new Error(`No mail to ${email} is in the outbox`);
  return (await read(`/api/outbox/${items[0].id}`)) as { subject: string; text: string };
}

/** A call of this context's own, past the screens. */
export async function ask(
  context: BrowserContext,
  path: string,
  data?: unknown,
  token?: string,
  method = data === undefined ? "GET" : "POST",
  /** Of an application that the journey started itself; the shared one unless stated. */
  origin: string = inject("baseUrl"),
): Promise<unknown> {
  const response = await context.request.fetch(path, {
    method,
    headers: {
      origin,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(data === undefined ? {} : { data }),
  });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
  return response.json();
}
