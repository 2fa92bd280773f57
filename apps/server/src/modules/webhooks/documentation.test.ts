import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import {
  webhookData,
  webhookExamples,
  webhookKinds,
  webhookVector,
  webhookVerification,
} from "@forestay/contracts";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";

const { secret, headers, body } = webhookVector;
const sentAtMs = Number(headers["webhook-timestamp"]) * 1000;
const text = readFileSync(path.join(import.meta.dirname, "../../../../../docs/webhooks.md"), "utf8");

describe("the example that checks a signature", () => {
  /** Says of each of these calls what it answers, in a process of its own. */
  function runNode(calls: readonly unknown[][]): boolean[] {
    const script = `${webhookVerification.node}
      console.log(JSON.stringify(JSON.parse(process.argv[1]).map((call) => isGenuine(...call))));`;
    const told = execFileSync(process.execPath, [
      "--input-type=module",
      "--eval",
      script,
      JSON.stringify(calls),
    ]);
    return JSON.parse(told.toString()) as boolean[];
  }

  it("in Node takes the vector of the standard, and nothing that differs from it or is old", () => {
    const rotated = { ...headers, "webhook-signature": `v1,bm90IHRoaXM= ${headers["webhook-signature"]}` };
    const other = { ...headers, "webhook-id": "msg_other" };
    expect(
      runNode([
        [secret, headers, body, sentAtMs],
        [secret, rotated, body, sentAtMs + 299_000],
        [secret, headers, `${body} `, sentAtMs],
        [secret, other, body, sentAtMs],
        ["whsec_bm90IHRoZSBzZWNyZXQgb2YgaXQ=", headers, body, sentAtMs],
        [secret, headers, body, sentAtMs + 301_000],
      ]),
    ).toEqual([true, true, false, false, false, false]);
    expect(new Webhook(secret).sign(headers["webhook-id"], new Date(sentAtMs), body)).toBe(
      headers["webhook-signature"],
    );
  });
});

describe("docs/webhooks.md", () => {
  it("holds the examples that are run, and the vector", () => {
    expect(text).toContain(`\`\`\`js\n${webhookVerification.node}\`\`\``);
    expect(text).toContain(`\`\`\`python\n${webhookVerification.python}\`\`\``);
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
