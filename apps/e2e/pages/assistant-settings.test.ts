import { chatbotRoutes } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";

const path = "/app/settings?section=assistant";
const model = {
  model: { name: "llama-3.3-70b", host: "127.0.0.1:11434" },
  isOn: false,
  dailyTokens: 200_000,
  dailyCost: 5,
  price: { input: 0.5, output: 1.5, currency: "EUR" },
  own: { dailyTokens: null, dailyCost: 5 },
  most: { dailyTokens: 200_000, dailyCost: 20 },
  used: { questions: 12, tokens: 48_200, cost: 0.04 },
};

describe("the assistant in the settings", () => {
  it("says what would leave the server before an Owner turns the model on", async () => {
    await using opened = await openPage(path, {
      api: (api) =>
        api.answer(chatbotRoutes.model, model).answer(chatbotRoutes.setModel, { ...model, isOn: true }),
    });
    const { page, api } = opened;
    const choice = page.getByRole("switch", { name: /Ask llama-3.3-70b at 127.0.0.1:11434/ });
    await choice.waitFor();
    expect(await choice.isChecked()).toBe(false);
    await page.getByText("What leaves this server then").waitFor();
    await page.getByText("Today 12 questions, 48,200 of 200,000 tokens").waitFor();
    await lookEveryWay(page, "the assistant's model");
    api.whenCalled(chatbotRoutes.setModel, () => api.answer(chatbotRoutes.model, { ...model, isOn: true }));
    await choice.click();
    expect((await api.called(chatbotRoutes.setModel)).body).toEqual({ isOn: true });
    await page.getByText("The language model helps out").waitFor();
    await page.getByRole("switch", { checked: true }).waitFor();
  });

  it("takes limits of a day in tokens and in money, and an emptied one is the server's again", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(chatbotRoutes.model, model).answer(chatbotRoutes.setModel, model),
    });
    const { page, api } = opened;
    await page
      .getByText("€0.04 of €5.00 spent, at €0.50 a million tokens asked and €1.50 answered")
      .waitFor();
    await page.getByText("Empty: the €20.00 that this server allows.").waitFor();
    const tokens = page.getByRole("textbox", { name: "Most tokens a day" });
    const cost = page.getByRole("textbox", { name: "Most money a day, EUR" });
    const save = page.getByRole("button", { name: "Save" });
    expect(await cost.inputValue()).toBe("5");
    await tokens.fill("ten");
    await save.click();
    await page.getByText("Enter a whole number").waitFor();
    await tokens.fill("50,000");
    await cost.fill("");
    await save.click();
    await page.getByText("Limits saved").waitFor();
    expect((await api.called(chatbotRoutes.setModel)).body).toEqual({
      isOn: false,
      dailyTokens: 50_000,
      dailyCost: null,
    });
  });

  it("has nothing to turn on where the server has no model", async () => {
    await using opened = await openPage(path, {
      api: (api) =>
        api.answer(chatbotRoutes.model, {
          ...model,
          model: null,
          dailyTokens: 0,
          dailyCost: null,
          price: null,
          most: { dailyTokens: 0, dailyCost: null },
          used: { questions: 0, tokens: 0, cost: null },
        }),
    });
    await opened.page.getByText("This server has no language model to ask.").waitFor();
    expect(await opened.page.getByRole("switch").count()).toBe(0);
  });
});
