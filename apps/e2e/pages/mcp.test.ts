import { apiKeyRoutes, mcpRoutes } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { apiKey, mcpTools } from "./examples/settings.ts";

const path = "/app/settings?section=mcp";
const came = apiKey({
  id: "01a20600-0000-7b02-beb1-3611e12c0031",
  name: "Claude of Maya",
  lastMcpUseAt: "2026-11-22T11:00:00.000Z",
});

describe("MCP in the settings", () => {
  it("says how a client is pointed here, which keys came and what there is to ask", async () => {
    await using opened = await openPage(path, {
      api: (api) =>
        api
          .answer(apiKeyRoutes.listApiKeys, { items: [apiKey(), came] })
          .answer(mcpRoutes.tools, { items: mcpTools }),
    });
    const { page } = opened;
    await page.getByText("At this address nothing can be changed").waitFor();
    const address = `${new URL(page.url()).origin}/api/mcp`;
    await page.getByText(address, { exact: true }).waitFor();
    await page.getByText(`claude mcp add --transport http forestay ${address} --header`).waitFor();
    const keys = page.getByRole("listitem").filter({ hasText: "fsk_" });
    await keys.first().waitFor();
    expect(await keys.allInnerTexts()).toEqual([expect.stringContaining("Claude of Maya")]);
    const tools = page.getByRole("listitem").filter({ hasText: "_customer" });
    await tools.first().waitFor();
    expect((await tools.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
      "List customers list_customers See customers",
      "Tag a customer tag_customer Writes Import and change customers",
    ]);
    await lookEveryWay(page, "MCP");
  });

  it("has the address, the scopes and the text for each client go with what the client may do", async () => {
    await using opened = await openPage(path, {
      api: (api) =>
        api.answer(apiKeyRoutes.listApiKeys, { items: [] }).answer(mcpRoutes.tools, { items: mcpTools }),
    });
    const { page } = opened;
    await page.getByText("None yet.").waitFor();
    await page.getByRole("radio", { name: "Reads and writes" }).click();
    const address = `${new URL(page.url()).origin}/api/mcp/write`;
    await page.getByText(address, { exact: true }).waitFor();
    for (const [client, text] of [
      ["Claude Desktop", '"mcp-remote"'],
      ["VS Code", "${input:forestay-key}"],
      ["Others", '"Authorization": "Bearer YOUR_API_KEY"'],
    ] as const) {
      await page.getByRole("combobox", { name: "Client" }).click();
      await page.getByRole("option", { name: client }).click();
      const configuration = page.locator("code").filter({ hasText: text });
      const parsed: unknown = JSON.parse(await configuration.innerText());
      expect(JSON.stringify(parsed)).toContain(`"${address}"`);
    }
    await lookEveryWay(page, "MCP, writing, another client");
    await page.getByRole("link", { name: "Make a key for it" }).click();
    for (const [scope, checked] of [
      [/^See customers/, true],
      [/^Import and change customers/, true],
      [/^See segments/, true],
      [/^See analyses/, true],
      [/^Manage the company/, false],
    ] as const) {
      await page.getByRole("checkbox", { name: scope, checked }).waitFor();
    }
  });

  it("says which part did not load, and leaves the rest", async () => {
    await using opened = await openPage(path, {
      api: (api) =>
        api.answer(apiKeyRoutes.listApiKeys, { items: [came] }).refuse(mcpRoutes.tools, "unavailable"),
    });
    const { page, api } = opened;
    await page.getByText("Claude of Maya").waitFor();
    const said = page.getByRole("alert").filter({ hasText: "The tools did not load" });
    await tryAgain(opened, said, () => api.answer(mcpRoutes.tools, { items: mcpTools }));
    await page.getByText("list_customers").waitFor();
  });

  it("is an Owner's: Staff find no way to it and are told so at its address", async () => {
    await using opened = await openPage(path, { as: person({ companyRole: "Staff" }) });
    const { page } = opened;
    await page.getByText("Owners of the company can open this.").waitFor();
    expect(
      await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "MCP" }).count(),
    ).toBe(0);
  });
});

it("the documentation says how to come, what to ask and where the data goes, to everybody", async () => {
  await using opened = await openPage("/app/docs/mcp", { as: person({ companyRole: "Viewer" }) });
  const { page } = opened;
  await page.getByRole("heading", { level: 1, name: "AI clients (MCP)" }).waitFor();
  const steps = page.getByRole("main").getByRole("heading", { level: 2 });
  // The page's text comes after its name.
  await steps.last().waitFor();
  expect(await steps.allInnerTexts()).toEqual([
    "Make a key for the client",
    "Point the client at this server",
    "Ask in your own words",
    "Check what it says",
    "Decide whether it may write",
    "Know where the data goes",
  ]);
  await lookEveryWay(page, "documentation of MCP");
});
