import { expect, it } from "vitest";
import { initials } from "./avatar.tsx";

it.each([
  ["Maya Okafor", "MO"],
  ["Ana Maria de Souza", "AS"],
  ["maya@harborline.example", "m"],
  ["7590-VHVEG", "7"],
  ["", ""],
])("initials of '%s' are '%s'", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
