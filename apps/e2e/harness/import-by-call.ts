import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { inject } from "vitest";
import { demoPassword } from "./journey.ts";

const completed = 3;
const timeoutMs = 30_000;

/**
 * Imports one new customer as this person, with the suggested mapping, from outside the browser: what happens in the
 * page meanwhile is the live connection's doing. Resolves when the import has completed.
 */
export async function importByCall(email: string): Promise<{ importId: string; fileName: string }> {
  const { token } = await ask<{ token: string }>("/api/auth/login", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const headers = { authorization: `Bearer ${token}` };
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
  const { id } = await ask<{ id: string }>("/api/imports/upload", { headers, body: form });
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { status } = await ask<{ status: number }>(`/api/imports/${id}/status`, { method: "GET", headers });
    if (status === completed) return { importId: id, fileName };
    if (status > completed || Date.now() > deadline)
      throw new Error(`The import ended with status ${status}`);
    await delay(50);
  }
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(new URL(path, inject("baseUrl")), {
    method: "POST",
    ...init,
    headers: { origin: inject("baseUrl"), ...(init.headers as Record<string, string>) },
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
