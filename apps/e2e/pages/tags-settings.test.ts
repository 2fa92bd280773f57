import { tagRoutes } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";

const path = "/app/settings?section=tags";
const vip = { id: "01a204f8-7009-7695-8c8a-25b739aa98dd", name: "VIP", customerCount: 24 };
const pilot = { id: "01a204f8-7010-7695-8c8a-25b739aa98dd", name: "Pilot", customerCount: 1 };
const open = () => openPage(path, { api: (api) => api.answer(tagRoutes.list, { items: [pilot, vip] }) });

describe("the company's tags", () => {
  it("are listed with their customers and renamed, unless somebody did meanwhile", async () => {
    await using opened = await open();
    const { page, api } = opened;
    await page.getByText("24 customers").waitFor();
    await lookEveryWay(page, "tags");
    await page.getByRole("button", { name: "Rename VIP" }).click();
    const dialog = page.getByRole("dialog", { name: "Rename 'VIP'" });
    await dialog.getByLabel("Name").fill("Key account");
    api.refuse(tagRoutes.rename, "conflict", { message: "This tag is called 'Gold' meanwhile." });
    await dialog.getByRole("button", { name: "Rename" }).click();
    await dialog.getByText("This tag is called 'Gold' meanwhile.").waitFor();
    api.answer(tagRoutes.rename, { id: vip.id, name: "Key account" });
    await dialog.getByRole("button", { name: "Rename" }).click();
    await page.getByText("The tag is called 'Key account'").waitFor();
    expect((await api.called(tagRoutes.rename, 2)).body).toEqual({ name: "Key account", from: "VIP" });
  });

  it("are deleted after it was named what asks for them", async () => {
    await using opened = await open();
    const { page, api } = opened;
    api.answer(tagRoutes.uses, {
      usedBy: [{ kind: "segment", id: "01a204f8-7001-7695-8c8a-25b739aa98dd", name: "Important" }],
      ownViews: 2,
    });
    api.refuse(tagRoutes.delete, "invalid_state", {
      message: "'VIP' cannot be deleted: 'Important' uses it.",
    });
    await page.getByRole("button", { name: "Delete VIP" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 'VIP'?" });
    await dialog.getByText("It cannot be deleted while these ask for it.").waitFor();
    await dialog.getByText("Important").waitFor();
    await dialog.getByText("2 views of people's own ask for it").waitFor();
    await lookEveryWay(page, "tags, delete");
    await dialog.getByRole("button", { name: "Delete tag" }).click();
    await dialog.getByText("'VIP' cannot be deleted: 'Important' uses it.").waitFor();
    api.answer(tagRoutes.delete, {});
    await dialog.getByRole("button", { name: "Delete tag" }).click();
    await page.getByText("The tag 'VIP' is deleted").waitFor();
  });

  it("are not a Viewer's to change", async () => {
    await using opened = await openPage(path, { as: person({ companyRole: "Viewer" }) });
    await opened.page.getByText("Owners of the company can open this.").waitFor();
  });
});
