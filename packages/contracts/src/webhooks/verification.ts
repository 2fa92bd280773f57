/** A message of the Standard Webhooks specification with its signature: whoever checks this one right checks all. */
export const webhookVector = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  body: '{"test": 2432232314}',
} as const;

/** How a receiver checks a signature with what its language brings along; a test runs the one for Node. */
export const webhookVerification = {
  node: `import { createHmac, timingSafeEqual } from ${JSON.stringify("node:crypto")};

export function isGenuine(secret, headers, body, now = Date.now()) {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = \`\${headers["webhook-id"]}.\${headers["webhook-timestamp"]}.\${body}\`;
  const expected = Buffer.from("v1," + createHmac("sha256", key).update(signed).digest("base64"));
  const given = headers["webhook-signature"].split(" ").map((one) => Buffer.from(one));
  const isRecent = Math.abs(now / 1000 - headers["webhook-timestamp"]) < 300;
  return isRecent && given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}
`,
  python: `import base64, hashlib, hmac, time

def is_genuine(secret, headers, body, now=None):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.{body}'.encode()
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split(" ")
    is_recent = abs((now or time.time()) - int(headers["webhook-timestamp"])) < 300
    return is_recent and any(hmac.compare_digest(one, expected) for one in given)
`,
} as const;
