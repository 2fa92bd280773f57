import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { inject } from "vitest";
import { demoPassword } from "./demo-people.ts";
import type { NewPerson } from "./new-person.ts";

const completed = 3;
const timeoutMs = 300_000;

/** A person's calls from outside the browser: what happens in the page meanwhile is the live connection's doing. */
export interface Caller {
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body: unknown) => Promise<T>;
  /** Uploads a file with one new customer, to be imported with the suggested mapping. */
  upload: () => Promise<{ importId: string; fileName: string }>;
}

/**
 * Imports one new customer as this person. Resolves when the import has completed and its news is in their list: it is
 * told by a job of its own, so a page that counts meanwhile would see it come. `isMuted`: it will not be told.
 */
export async function importByCall(
  email: string,
  { isMuted = false } = {},
): Promise<{ importId: string; fileName: string }> {
  const caller = await signInCaller({ email, password: demoPassword });
  const uploaded = await caller.upload();
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { status } = await caller.get<{ status: number }>(`/api/imports/${uploaded.importId}/status`);
    if (status > completed || Date.now() > deadline)
      throw new Error(`The import ended with status ${status}`);
    if (status === completed && (isMuted || (await isTold(caller, uploaded.fileName)))) return uploaded;
    await delay(50);
  }
}

async function isTold(caller: Caller, fileName: string): Promise<boolean> {
  const { notifications } = await caller.get<{ notifications: { message: string }[] }>("/api/notifications");
  return notifications.some(({ message }) => message.includes(fileName));
}

export async function signInCaller(
  { email, password }: NewPerson,
  baseUrl = inject("baseUrl"),
): Promise<Caller> {
  const { token } = await ask<{ token: string }>(baseUrl, "/api/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const headers = { authorization: `Bearer ${token}` };
  return {
    get: (path) => ask(baseUrl, path, { headers }),
    post: (path, body) =>
      ask(baseUrl, path, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", "idempotency-key": randomUUID() },
        body: JSON.stringify(body),
      }),
    async upload() {
      const key = randomUUID().slice(0, 8);
      const fileName = `visitors-${key}.csv`;
      const form = new FormData();
      form.set("autoConfirm", "true");
      form.set(
        "file",
        new Blob([`Customer ID,Full Name,Email\nV-${key},Visitor ${key},${key}@visitors.example\n`], {
          type: "text/csv",
        }),
        fileName,
      );
      const { id } = await ask<{ id: string }>(baseUrl, "/api/imports/upload", {
        method: "POST",
        headers,
        body: form,
      });
      return { importId: id, fileName };
    },
  };
}

async function ask<T>(baseUrl: string, path: string, init: RequestInit): Promise<T> {
  const response = await fetch(new URL(path, baseUrl), {
    ...init,
    headers: { origin: baseUrl, ...(init.headers as Record<string, string>) },
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
