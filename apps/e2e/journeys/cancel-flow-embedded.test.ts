import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { addCustomerByCall } from "../harness/add-customer.ts";
import { startJourney } from "../harness/journey.ts";
import { ask, signUpByCall } from "../harness/new-person.ts";

/** A company's own site: its account page draws the steps by the calls of the documentation. */
let site: Server;
let address: string;

beforeAll(async () => {
  site = createServer((request, response) => {
    const api = JSON.stringify(inject("baseUrl"));
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><title>Your account</title><h1>Leave?</h1><p id="offer"></p><p id="outcome"></p>
      <script type="module">
        const token = new URLSearchParams(location.search).get("token");
        const call = async (step, body) => {
          const answer = await fetch(${api} + "/api/cancel-sessions/" + token + step,
            body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
          return answer.json();
        };
        const { reasons } = await call("");
        for (const { id, label } of reasons) {
          const button = document.body.appendChild(document.createElement("button"));
          button.textContent = label;
          button.onclick = async () => {
            document.querySelector("#offer").textContent = JSON.stringify((await call("/reason", { reasonId: id })).offer);
          };
        }
        const cancel = document.body.appendChild(document.createElement("button"));
        cancel.textContent = "Cancel now";
        cancel.onclick = async () => {
          document.querySelector("#outcome").textContent = (await call("/decide", { decision: "cancel" })).outcome;
        };
      </script>`);
    request.resume();
  });
  await new Promise<void>((resolve) => {
    site.listen(0, "127.0.0.1", resolve);
  });
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => site.close(resolve)));

it("a customer goes through the cancel flow within their company's own page, which is of another site", async () => {
  await using staffs = await startJourney();
  const { token } = await signUpByCall(staffs.context, "Embedded");
  await staffs.page.goto("/app");
  await addCustomerByCall(staffs.page, {
    externalId: "E-1",
    fullName: "Ada Bright",
    monthlyRevenue: 49,
    subscriptionStatus: 1,
  });
  const { flow } = (await ask(staffs.context, "/api/cancel-flow", undefined, token)) as { flow: object };
  await ask(staffs.context, "/api/cancel-flow", { ...flow, isOn: true }, token, "PUT");
  const session = (await ask(staffs.context, "/api/cancel-flow/sessions", { externalId: "E-1" }, token)) as {
    id: string;
    token: string;
  };

  await using customers = await startJourney({ baseUrl: address });
  const { page } = customers;
  await page.goto(`/account?token=${session.token}`);
  await page.getByRole("button", { name: "It is too expensive" }).click();
  await page.getByText('"kind":"discount"').waitFor();
  await page.getByRole("button", { name: "Cancel now" }).click();
  await page.getByText("canceled").waitFor();

  const said = (await ask(staffs.context, `/api/cancel-flow/sessions/${session.id}`, undefined, token)) as {
    outcome: string;
    reason: string;
  };
  expect(said).toMatchObject({ outcome: "canceled", reason: "It is too expensive" });
  const elsewhere = new URL(inject("baseUrl")).origin;
  expect(customers.problems.filter((one) => !one.startsWith(`left the machine: ${elsewhere}/`))).toEqual([]);
});
