import { describe, expect, it } from "vitest";
import { askedMention, mentionedIn, peopleNamed, withMentions } from "./mentions.ts";

const people = [
  { userId: "1", name: "Ana Duarte" },
  { userId: "2", name: "Ana" },
  { userId: "3", name: "Léo Brandt" },
];

describe("mentions", () => {
  it("are asked for by an @ that begins a word, up to the caret", () => {
    expect(askedMention("@", 1)).toEqual({ from: 0, name: "" });
    expect(askedMention("Call @Ana Du later", 12)).toEqual({ from: 5, name: "Ana Du" });
    expect(askedMention("mail@ana", 8)).toBeNull();
    expect(askedMention("@Ana Duarte was here", 20)).toBeNull();
  });

  it("offer people by any of their names", () => {
    expect(peopleNamed(people, "bra").map(({ userId }) => userId)).toEqual(["3"]);
    expect(peopleNamed(people, "")).toHaveLength(3);
    expect(peopleNamed(people, "zoe")).toEqual([]);
  });

  it("are whole names in the text, the longer one where both begin alike", () => {
    expect(mentionedIn("@Ana Duarte, see @Léo Brandt.", people)).toEqual(["1", "2", "3"]);
    expect(mentionedIn("@Anabel", people)).toEqual([]);
    expect(withMentions("Hi @Ana Duarte, and @Ana", people)).toEqual([
      { text: "Hi ", isMention: false },
      { text: "@Ana Duarte", isMention: true },
      { text: ", and ", isMention: false },
      { text: "@Ana", isMention: true },
    ]);
  });
});
