import { expect, it } from "vitest";
import { openWindow } from "../harness/browser-window.ts";
import { startClockedApp } from "../harness/clocked-app.ts";
import { mailAtAnyHour } from "../harness/mail-settings.ts";
import { ask } from "../harness/new-person.ts";

const DAY_MS = 86_400_000;
/** Jobs share two cores with everything else. */
const jobTimeoutMs = 60_000;
const numbers = Array.from({ length: 40 }, (_, n) => n);
const idOf = (n: number) => `C-${n}`;
const addressOf = (n: number) => `c${n}@tidewell.example`;

it("a person starts a campaign for a segment, its planned days go by, and the screen says what writing was worth", async () => {
  await using app = await startClockedApp();
  await using window = await openWindow(app.baseUrl);
  const { page, context } = window;
  let token = "";
  const call = <T>(path: string, data?: unknown, method?: string) =>
    ask(context, path, data, token, method, app.baseUrl) as Promise<T>;
  /** Who was signed in days ago is not any more. */
  const signIn = async () => {
    token = "";
    await app.signIn(context, "owner");
    ({ token } = await call<{ token: string }>("/api/auth/me"));
  };
  const write = (rows: readonly object[]) => call("/api/customers/batch", rows);

  await signIn();
  await write(
    numbers.map((n) => ({
      externalId: idOf(n),
      fullName: `Ann Number${n}`,
      email: addressOf(n),
      plan: "Basic",
      churned: false,
    })),
  );
  const segment = await call<{ id: string }>("/api/segments", {
    name: "On Basic",
    description: "",
    type: 0,
    status: 1,
    color: "teal",
    criteria: [{ field: "plan", operator: "In", value: ["Basic"] }],
  });
  await call("/api/customer-mail/settings", mailAtAnyHour("Clockwork"), "PUT");
  const members = async () =>
    (await call<{ figures: { customerCount: number } | null }>(`/api/segments/${segment.id}`)).figures
      ?.customerCount;
  await expect.poll(members, { timeout: jobTimeoutMs }).toBe(numbers.length);
  const { id } = await call<{ id: string }>("/api/campaigns", {
    name: "Check-in",
    description: "",
    trigger: { kind: "Manual" },
    includesPresent: true,
    exclusions: [],
    leavesOutOthers: true,
    leavesOutHarmed: false,
    exitCriteria: [],
    entryDays: 60,
    costs: { perThousandMessages: 1, perTask: 10, perOffer: 0, offerTakenBy: "goal" },
    audience: [{ field: "segments", operator: "In", value: [segment.id] }],
    steps: [
      {
        id: "mail1",
        kind: "email",
        name: "How is it going?",
        variantB: null,
        content: {
          subject: "How is it going?",
          preheader: "",
          senderName: "",
          blocks: [{ kind: "text", text: "How is it going?" }],
        },
      },
    ],
    measuredDays: 7,
    holdoutShare: 0.5,
  });
  await page.goto(`/app/campaigns/${id}/edit`);
  await page.getByRole("button", { name: "Start campaign" }).click();
  await page.getByRole("heading", { name: "Too early to say" }).waitFor();
  const entered = async () => {
    const { items } = await call<{ items: Record<string, number>[] }>("/api/campaigns");
    const { sentCount = 0, enteredCount = 0, heldCount = 0 } = items[0] ?? {};
    return enteredCount + heldCount === numbers.length && sentCount === enteredCount;
  };
  await expect.poll(entered, { timeout: jobTimeoutMs }).toBe(true);
  const { items: mails } = await call<{ items: { to: string }[] }>("/api/outbox?pageSize=100");
  const sent = new Set(mails.map(({ to }) => to));
  const held = numbers.filter((n) => !sent.has(addressOf(n)));
  expect(sent.size + held.length).toBe(numbers.length);
  await page.reload();
  await page.getByText(/40 customers, 50% held out at random/).waitFor();

  // Everybody who was not written to leaves, on the third day; when the planned days are over it is read with the next news.
  await app.advance(3 * DAY_MS);
  await signIn();
  await write(held.map((n) => ({ externalId: idOf(n), churned: true })));
  await app.advance(5 * DAY_MS);
  await signIn();
  await write([{ externalId: "C-later", fullName: "Somebody Else", email: "later@tidewell.example" }]);
  await page.goto(`/app/campaigns/${id}`);
  await page
    .getByRole("heading", { name: new RegExp(`^Kept ${sent.size} more of ${sent.size}$`) })
    .waitFor({ timeout: jobTimeoutMs });
  await page.getByText("It worked: 100.0% stayed when you wrote, 0.0% when you did not.").waitFor();
});
