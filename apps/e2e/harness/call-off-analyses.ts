import { analysisEndpoints, isTerminalJobStatus, type Analysis } from "@forestay/contracts/wire";
import { demoPassword, demoPeople } from "./demo-people.ts";

type Listed = Pick<Analysis, "id" | "status">;

/**
 * Calls off what a company's analyses have not ended yet, by a person's own calls. Sample customers come with an ordinary
 * analysis, which trains on two years of history for minutes: no journey looks at what comes of it, and all would share
 * the machine with it.
 */
export async function callOffAnalyses(baseUrl: string, token: string): Promise<void> {
  const call = async <T>(path: string, method = "GET"): Promise<T> => {
    const answer = await fetch(new URL(`/api${path}`, baseUrl), {
      method,
      headers: { authorization: `Bearer ${token}`, origin: baseUrl },
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { items } = await call<{ items: Listed[] }>(analysisEndpoints.list.path);
  for (const { id, status } of items)
    if (!isTerminalJobStatus(status)) await call(analysisEndpoints.cancel.path.replace(":id", id), "POST");
}

/** The same of the sample company's own analysis, as its Owner. */
export async function callOffSampleAnalysis(baseUrl: string): Promise<void> {
  const answer = await fetch(new URL("/api/auth/login", baseUrl), {
    method: "POST",
    headers: { "content-type": "application/json", origin: baseUrl },
    body: JSON.stringify({ email: demoPeople.owner, password: demoPassword }),
  });
  const { token } = (await answer.json()) as { token: string };
  await callOffAnalyses(baseUrl, token);
}
