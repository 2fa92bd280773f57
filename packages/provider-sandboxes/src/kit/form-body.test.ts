import { expect, it } from "vitest";
import { readForm } from "./form-body.ts";

it.each([
  ["a=1&b=two%20words", { a: "1", b: "two words" }],
  [
    "items[0][price]=p&items[0][quantity]=2&items[1][price]=q",
    { items: [{ price: "p", quantity: "2" }, { price: "q" }] },
  ],
  ["expand[]=data.customer&expand[]=data.items", { expand: ["data.customer", "data.items"] }],
  ["created[gte]=5&metadata[one two]=x", { created: { gte: "5" }, metadata: { "one two": "x" } }],
  ["flow_data[after][redirect][url]=u", { flow_data: { after: { redirect: { url: "u" } } } }],
  ["metadata=", { metadata: "" }],
])("%s is read with its brackets", (text, form) => {
  expect(JSON.parse(JSON.stringify(readForm(text)))).toEqual(form);
});
