import { teamRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { invitation, team, vera } from "./examples/settings.ts";

const path = "/app/settings?section=team";
const openTeam = (as = person()) =>
  openPage(path, { as, api: (api) => api.answer(teamRoutes.listTeam, team()) });

it("says who is in, who is not any more, and who is invited", async () => {
  await using opened = await openTeam();
  const { page } = opened;
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await row("Maya Okafor").getByText("Two-factor").waitFor();
  await row("Lee Guest").getByText("Deactivated").waitFor();
  await row("Lee Guest").getByText("never signed in").waitFor();
  await row(invitation.email).getByText("by Maya Okafor, until Nov 28").waitFor();
  await lookEveryWay(page, "team");
});

it("is a Viewer's to read", async () => {
  await using opened = await openTeam(person({ id: vera.id, firstName: "Vera", companyRole: "Viewer" }));
  const { page } = opened;
  await page.getByText("Deactivated").waitFor();
  expect(
    await page
      .getByRole("main")
      .getByRole("button", { name: /Invite|Withdraw|More for/ })
      .count(),
  ).toBe(0);
  await lookEveryWay(page, "team, as a Viewer");
});

it("says that it did not load, and by which request", async () => {
  await using opened = await openPage(path, {
    api: (api) => api.refuse(teamRoutes.listTeam, "unavailable"),
  });
  const { page, api } = opened;
  const said = page.getByRole("alert").filter({ hasText: "The team did not load" });
  await tryAgain(opened, said, () => api.answer(teamRoutes.listTeam, team()));
  await page.getByText("Maya Okafor").first().waitFor();
});

it("invites somebody, says at its field who cannot be, and hands over the link where no mail leaves", async () => {
  await using opened = await openTeam();
  const { page, api } = opened;
  const invite = page.locator("form").filter({ has: page.getByRole("heading", { name: "Invite someone" }) });
  await invite.getByText("Mail is not leaving this server: get the link").waitFor();
  await invite.getByLabel("E-mail").fill("nobody");
  await invite.getByRole("button", { name: "Invite", exact: true }).click();
  await invite.getByText("Enter a valid e-mail address").waitFor();
  expect(api.asked(teamRoutes.invite)).toEqual([]);
  api.refuse(teamRoutes.invite, "validation_failed", { fields: { email: "They are in the team already." } });
  await invite.getByLabel("E-mail").fill("ivo@harborline.example");
  await invite.getByRole("button", { name: "Invite", exact: true }).click();
  await invite.getByText("They are in the team already.").waitFor();
  const invited = { ...invitation, email: "ivo@harborline.example" };
  const link = "http://forestay.localhost/register-invited?token=0123456789";
  api.answer(teamRoutes.invite, invited).answer(teamRoutes.makeInvitationLink, { invitation: invited, link });
  await invite.getByRole("combobox", { name: "Role", exact: true }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await invite.getByRole("button", { name: "Invite", exact: true }).click();
  const { body, idempotencyKey } = await api.called(teamRoutes.invite, 2);
  expect(body).toEqual({ email: "ivo@harborline.example", role: "Viewer" });
  expect(idempotencyKey).toBeDefined();
  await invite.getByText("ivo@harborline.example is invited as Viewer.").waitFor();
  await invite.getByRole("button", { name: "Get the link for ivo@harborline.example" }).click();
  const dialog = page.getByRole("dialog", { name: "Invitation link" });
  expect(await dialog.locator("code").innerText()).toBe(link);
  await lookEveryWay(page, "invitation link");
});

it("withdraws an invitation, and says why it could not", async () => {
  await using opened = await openTeam();
  const { page, api } = opened;
  api.refuse(teamRoutes.revokeInvitation, "conflict");
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("This was changed meanwhile. Reload and try again.").waitFor();
  api
    .answer(teamRoutes.revokeInvitation, {})
    .whenCalled(teamRoutes.revokeInvitation, () =>
      api.answer(teamRoutes.listTeam, team({ invitations: [] })),
    );
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("heading", { name: "Invited" }).waitFor({ state: "detached" });
  expect((await api.called(teamRoutes.revokeInvitation, 2)).params).toEqual({ id: invitation.id });
});

it("tells the only Owner before any question that the role stays theirs until somebody else has it", async () => {
  await using opened = await openTeam();
  const { page } = opened;
  await page.getByText("The only Owner: make somebody else Owner to change this role.").waitFor();
  expect(await page.getByRole("combobox", { name: "Role of Maya Okafor" }).isDisabled()).toBe(true);
});

it("says that an invitation cannot be taken up, and offers what is left to do with it", async () => {
  await using opened = await openPage(path, {
    api: (api) =>
      api.answer(teamRoutes.listTeam, team({ invitations: [{ ...invitation, isUnusable: true }] })),
  });
  const { page } = opened;
  const row = page.getByRole("listitem").filter({ hasText: invitation.email });
  await row.getByText("They could not join with this address").waitFor();
  expect(await row.getByRole("button").allInnerTexts()).toEqual(["Withdraw"]);
  await lookEveryWay(page, "an invitation that cannot be taken up");
});

it("removes a member after their address was typed, and hands on what is theirs", async () => {
  await using opened = await openTeam();
  const { page, api } = opened;
  api.answer(teamRoutes.memberWork, { customers: 34, openTasks: 5, openCases: 1 });
  await page.getByRole("button", { name: "More for Vera Guest" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Vera Guest?" });
  await dialog
    .getByRole("combobox", { name: "Hand over 34 customers, 5 open tasks and 1 open case" })
    .click();
  await page.getByRole("option", { name: "Maya Okafor" }).click();
  await lookEveryWay(page, "remove a member");
  await dialog.getByRole("textbox").fill(vera.email);
  api.answer(teamRoutes.removeMember, {});
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Vera Guest is no longer in the team.").waitFor();
  const { params, query } = await api.called(teamRoutes.removeMember);
  expect([params, query]).toEqual([{ id: vera.id }, { handTo: person().id }]);
});

it("changes another's role at once, and one's own only after a question", async () => {
  const { members } = team();
  const second = { ...members[2]!, isActive: true, companyRole: "Owner" as const };
  await using opened = await openPage(path, {
    as: person(),
    api: (api) => api.answer(teamRoutes.listTeam, team({ members: [...members.slice(0, 2), second] })),
  });
  const { page, api } = opened;
  api.answer(teamRoutes.updateMember, { ...vera, companyRole: "Staff" });
  await page.getByRole("combobox", { name: "Role of Vera Guest" }).click();
  await page.getByRole("option", { name: "Staff" }).click();
  const { params, body } = await api.called(teamRoutes.updateMember);
  expect([params, body]).toEqual([{ id: vera.id }, { companyRole: "Staff", isActive: true }]);
  await page.getByText("Role changed").waitFor();
  // By keyboard: the Enter that chooses answers nothing.
  await page.getByRole("combobox", { name: "Role of Maya Okafor" }).press("Enter");
  await page.getByRole("option", { name: "Owner" }).press("ArrowUp");
  await page.getByRole("option", { name: "Staff" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Become Staff yourself?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(api.asked(teamRoutes.updateMember)).toHaveLength(1);
});

it("hands the company over for one's password, and says at its field where that is wrong", async () => {
  await using opened = await openTeam();
  const { page, api } = opened;
  await page.getByRole("button", { name: "More for Vera Guest" }).click();
  await page.getByRole("menuitem", { name: "Transfer ownership" }).click();
  const dialog = page.getByRole("dialog", { name: "Make Vera Guest Owner?" });
  const transfer = dialog.getByRole("button", { name: "Transfer ownership" });
  await lookEveryWay(page, "transfer");
  await transfer.click();
  await dialog.getByText("Required").waitFor();
  expect(api.asked(teamRoutes.transferOwnership)).toEqual([]);
  api.refuse(teamRoutes.transferOwnership, "validation_failed", {
    fields: { password: "This is not your password" },
  });
  await dialog.getByLabel("Your password").fill("the old one");
  await transfer.click();
  await dialog.getByText("This is not your password").waitFor();
  api.answer(teamRoutes.transferOwnership, {});
  await transfer.click();
  await page.getByText("Ownership transferred").waitFor();
  expect((await api.called(teamRoutes.transferOwnership, 2)).body).toEqual({ password: "the old one" });
});
