import {
  accountRoutes,
  adminUserRoutes,
  apiKeyRoutes,
  authRoutes,
  teamRoutes,
  trackingRoutes,
  twoFactorRoutes,
  webhookRoutes,
} from "@forestay/contracts";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sendMail } from "#modules/mail/index.ts";
import { authenticatorCode } from "#modules/auth/fixtures/authenticator-code.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { buildCompany, buildUser, createTestApp, TEST_PASSWORD, type TestApp } from "#testing/index.ts";
import { readZip } from "#modules/company-data/fixtures/read-zip.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

/** The latest mail to an address, as its reader has it in hand. */
async function mailTo(email: string): Promise<string> {
  const [mail] = await app.queryAsAdmin<{ plain_text: string }>(
    "select plain_text from mails where to_address = $1 order by created_at desc, id desc limit 1",
    [email],
  );
  return mail?.plain_text ?? "";
}
const codeTo = async (email: string) => /^\d{6}$/m.exec(await mailTo(email))?.[0] ?? "none";

it("holds no code, link, key, password or token that opens anything, of anybody, and no hash of one", async () => {
  const { id: companyId } = await buildCompany(app.db, "Acme");
  const owner = await buildUser(app.db, companyId, "Owner", {
    password: TEST_PASSWORD,
    now: app.clock.now(),
  });
  // The worst case: whoever takes this account over has the whole platform.
  const admin = await buildUser(app.db, companyId, "Viewer", {
    platformRole: "Admin",
    password: TEST_PASSWORD,
    now: app.clock.now(),
  });
  const secrets: Record<string, string> = { password: TEST_PASSWORD };

  await app.call(null, authRoutes.sendVerificationCode, { body: { email: admin.email } });
  secrets["sign-in code"] = await codeTo(admin.email);
  app.clock.advance(1000);
  await app.call(null, authRoutes.sendPasswordReset, { body: { email: admin.email } });
  secrets["reset code"] = await codeTo(admin.email);
  app.clock.advance(1000);
  const newAddress = "moved@example.test";
  await app.call(admin.actor, accountRoutes.startEmailChange, {
    body: { newEmail: newAddress, password: TEST_PASSWORD },
  });
  secrets["code of a new address"] = await codeTo(newAddress);

  const guest = "guest@example.test";
  const invitation = await app.call(owner.actor, teamRoutes.invite, {
    body: { email: guest, role: "Owner" },
    headers: { "idempotency-key": "once" },
  });
  secrets["mailed invitation"] = /token=(\S+)/.exec(await mailTo(guest))?.[1] ?? "none";
  app.clock.advance(1000);
  const { link } = (
    await app.call(owner.actor, teamRoutes.makeInvitationLink, {
      params: { id: invitation.body.id },
      headers: { "idempotency-key": "once more" },
    })
  ).body;
  secrets["invitation link"] = new URL(link).searchParams.get("token") ?? "none";

  const { key } = (
    await app.call(owner.actor, apiKeyRoutes.createApiKey, {
      body: { name: "Key", scopes: ["company:manage"] },
    })
  ).body;
  secrets["API key"] = key;
  const writeKey = await app.call(owner.actor, trackingRoutes.createKey, { body: { name: "Web" } });
  secrets["write key"] = writeKey.body.key;
  const hook = await app.call(owner.actor, webhookRoutes.create, {
    body: { url: "https://8.8.8.8/hook", kinds: ["import.failed"] },
  });
  secrets["webhook secret"] = hook.body.secret.slice("whsec_".length);
  const { secret } = (
    await app.call(admin.actor, twoFactorRoutes.startTwoFactor, { body: { password: TEST_PASSWORD } })
  ).body;
  secrets["two-factor secret"] = secret;
  const code = authenticatorCode(secret, app.clock.now());
  const { recoveryCodes } = (
    await app.call(admin.actor, twoFactorRoutes.confirmTwoFactor, { body: { code } })
  ).body;
  recoveryCodes.forEach((recoveryCode, index) => (secrets[`recovery code ${index}`] = recoveryCode));
  const challenge = await app.call(null, authRoutes.login, {
    body: { email: admin.email, password: TEST_PASSWORD },
  });
  secrets["two-factor challenge"] = (challenge.body as { challengeId: string }).challengeId;
  secrets["session cookie"] = admin.cookieToken;
  secrets["access token"] = (await app.bearer(admin.actor)).authorization.slice("Bearer ".length);

  // A mail of an earlier version, or of a module to come, whose subject and failure repeat what it holds.
  await withSystem(app.db, (tx) =>
    sendMail(app.context, tx, {
      to: guest,
      companyId,
      subject: "917364 is your code",
      secrets: ["917364"],
      uniqueKey: "older",
      template: { title: "Code", paragraphs: [], footer: "" },
    }),
  );
  await app.queryAsAdmin("update mails set failure = '550 refused: 917364' where unique_key = 'older'");
  secrets["code in a subject"] = "917364";

  await app.call(admin.actor, adminUserRoutes.list);
  const asked = await app.inject({
    method: "POST",
    url: "/api/company/exports",
    headers: await app.bearer(owner.actor),
    payload: {},
  });
  const { downloadPath } = asked.json<{ downloadPath: string }>();
  secrets["download ticket"] = new URL(downloadPath, "http://app.test").searchParams.get("ticket") ?? "none";
  const files = await readZip((await app.inject({ url: downloadPath })).rawPayload);
  const everything = [...files.values()].join("\n");

  expect(Object.entries(secrets).filter(([, value]) => value === "none" || value.length < 6)).toEqual([]);
  const digests = (value: string) =>
    (["hex", "base64", "base64url"] as const).map((encoding) =>
      createHash("sha256").update(value).digest(encoding),
    );
  // Six digits stand by chance inside ids and times: there they have hexadecimal neighbours or a point before them.
  const standsAlone = (text: string) => new RegExp(String.raw`(?<![\w.-])${text}(?![\w-])`).test(everything);
  const found = Object.entries(secrets).filter(([, value]) =>
    /^\d{6}$/.test(value)
      ? standsAlone(value)
      : [value, ...digests(value)].some((text) => everything.includes(text)),
  );
  expect(found).toEqual([]);
  // The mails themselves are in it: who got what, when.
  expect(files.get("jsonl/mails.jsonl")).toContain("•••••• is your code");
  expect(files.get("csv/mails.csv")).toContain(admin.email);
});
