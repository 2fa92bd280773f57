import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createLog } from "./log.ts";

function capture(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = "";
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  write(createLog("trace", sink));
  return text;
}

describe("the log", () => {
  it("never holds a secret, wherever it was put", () => {
    const text = capture((log) => {
      log.info({ password: "secret-1", body: { token: "secret-2", code: "secret-3" } }, "signing in");
      log.info(
        { req: { method: "GET", url: "/api/hubs/x?id=secret-7&access_token=secret-4", ip: "::1" } },
        "request",
      );
      log.info({ req: { method: "GET", url: "/api/customers?id=1", ip: "::1" } }, "request");
      log.info(
        { req: { method: "POST", url: "/api/incoming/mailchimp/0b1c/secret-8?x=secret-9", ip: "::1" } },
        "request",
      );
      log.info({ req: { method: "GET", url: "/api/downloads?ticket=secret-5", ip: "::1" } }, "request");
    });
    expect(text).not.toContain("secret-");
    expect(text).toContain("id=1");
  });

  it("tells an error by message, code, stack and cause, and nothing that hangs on it", () => {
    const error = Object.assign(new Error("broken", { cause: new Error("deeper") }), {
      code: "23505",
      client: { password: "secret-6" },
    });
    const text = capture((log) => log.error({ err: error }, "failed"));
    expect(JSON.parse(text).err).toMatchObject({
      message: "broken",
      errorCode: "23505",
      stack: expect.stringContaining("broken"),
      cause: { message: "deeper" },
    });
    expect(text).not.toContain("secret-");
  });
});
