import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { webhookData, webhookExamples, webhookKinds } from "@forestay/contracts";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";

const text = readFileSync(path.join(import.meta.dirname, "../../../../../docs/webhooks.md"), "utf8");
const exampleIn = (language: string) =>
  new RegExp(`^\`\`\`${language} run\\n([^]*?)^\`\`\`$`, "m").exec(text)?.[1] ?? "";

/** A message of the Standard Webhooks specification with its signature: whoever checks this one right checks all. */
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const headers = {
  "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
  "webhook-timestamp": "1614265330",
  "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};
const body = '{"test": 2432232314}';
const sentAtMs = Number(headers["webhook-timestamp"]) * 1000;

const rotated = { ...headers, "webhook-signature": `v1,bm90IHRoaXM= ${headers["webhook-signature"]}` };
const other = { ...headers, "webhook-id": "msg_other" };
const calls = [
  [secret, headers, body, sentAtMs],
  [secret, rotated, body, sentAtMs + 299_000],
  [secret, headers, `${body} `, sentAtMs],
  [secret, other, body, sentAtMs],
  ["whsec_bm90IHRoZSBzZWNyZXQgb2YgaXQ=", headers, body, sentAtMs],
  [secret, headers, body, sentAtMs + 301_000],
] as const;
const taken = [true, true, false, false, false, false];

describe("the example that checks a signature takes the vector of the standard, and nothing that differs from it or is old", () => {
  it("in Node", () => {
    const script = `${exampleIn("js")}
      console.log(JSON.stringify(JSON.parse(process.argv[1]).map((call) => isGenuine(...call))));`;
    const told = execFileSync(process.execPath, [
      "--input-type=module",
      "--eval",
      script,
      JSON.stringify(calls),
    ]);
    expect(JSON.parse(told.toString())).toEqual(taken);
    expect(new Webhook(secret).sign(headers["webhook-id"], new Date(sentAtMs), body)).toBe(
      headers["webhook-signature"],
    );
  });

  // A machine has it, or has not; ours have.
  it.runIf(spawnSync("python3", ["--version"]).status === 0)("in Python", () => {
    const inSeconds = calls.map(([one, two, three, atMs]) => [one, two, three, atMs / 1000]);
    const script = `${exampleIn("python")}
import json, sys
print(json.dumps([is_genuine(*call) for call in json.loads(sys.argv[1])]))`;
    expect(JSON.parse(execFileSync("python3", ["-c", script, JSON.stringify(inSeconds)]).toString())).toEqual(
      taken,
    );
  });
});

describe("docs/webhooks.md", () => {
  it("shows the vector", () => {
    for (const part of [secret, body, ...Object.values(headers)]) expect(text).toContain(part);
  });

  it.each(Object.keys(webhookExamples) as (keyof typeof webhookExamples)[])(
    "shows %s as it is sent",
    (kind) => {
      const example = webhookExamples[kind];
      expect(webhookData[kind].parse(example.data)).toEqual(example.data);
      expect(text).toContain(`\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``);
      if (kind !== "ping") expect(text).toContain(webhookKinds[kind].help);
    },
  );
});
