import { open } from "node:fs/promises";

/** Columns of the file; each can be loaded as it stands into the peer's column of that type. */
export const columns = {
  customer_id: "text",
  email: "text",
  full_name: "text",
  plan: "text",
  subscription_status: "text",
  mrr: "bigint",
  lifetime_value: "bigint",
  signup_date: "timestamptz",
  last_seen_at: "timestamptz",
  churned: "boolean",
  region: "text",
  industry: "text",
  seats: "integer",
  logins_30d: "integer",
  tickets_90d: "integer",
  nps: "integer",
  usage_share: "double precision",
  contract: "text",
  discount: "double precision",
  is_partner: "boolean",
} as const;

/** Writes a file of customers, the same in every run. */
export async function writeCustomers(file: string, rows: number): Promise<void> {
  const handle = await open(file, "w");
  try {
    await handle.write(`${Object.keys(columns).join(",")}\n`);
    for (let start = 0; start < rows; start += 10_000) {
      let text = "";
      for (let n = start; n < Math.min(rows, start + 10_000); n++) text += `${row(n)}\n`;
      await handle.write(text);
    }
  } finally {
    await handle.close();
  }
}

/** Spread like real data, the same in every run: a multiplicative hash in place of chance. */
function row(n: number): string {
  const random = (salt: number) =>
    ((Math.imul(n + 1, 2_654_435_761) ^ Math.imul(salt, 40_503)) >>> 0) / 2 ** 32;
  const pick = (list: readonly string[], salt: number) => list[Math.floor(random(salt) * list.length)] ?? "";
  const day = (from: number, span: number, salt: number) =>
    new Date(from + Math.floor(random(salt) * span) * 86_400_000).toISOString().slice(0, 10);
  return [
    `C-${String(Math.imul(n, 7919) >>> 0).padStart(10, "0")}-${n}`,
    `person${n}@company${n % 5000}.example`,
    `${pick(["Anna", "Bert", "Carla", "Dirk", "Eva", "Fritz"], 1)}${n % 977} ${pick(["Meyer", "Smith", "Garcia", "Novak", "Khan"], 2)}${n % 1009}`,
    pick(["Basic", "Pro", "Team", "Enterprise"], 3),
    pick(["active", "active", "active", "cancelled", "past_due", "paused"], 4),
    Math.floor(random(5) * 900),
    Math.floor(random(6) * 50_000),
    day(1_500_000_000_000, 2500, 7),
    day(1_700_000_000_000, 600, 8),
    random(9) < 0.15 ? "true" : "false",
    pick(["EMEA", "AMER", "APAC"], 10),
    pick(["Retail", "Health", "Finance", "Education", "Media"], 11),
    Math.floor(random(12) * 200),
    Math.floor(random(13) * 60),
    Math.floor(random(14) * 9),
    Math.floor(random(15) * 11),
    (Math.floor(random(16) * 1000) / 1000).toFixed(3),
    pick(["monthly", "yearly", "two years"], 17),
    (Math.floor(random(18) * 40) / 100).toFixed(2),
    random(19) < 0.2 ? "true" : "false",
  ].join(",");
}
