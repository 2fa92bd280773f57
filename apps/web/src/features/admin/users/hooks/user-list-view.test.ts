import { expect, it } from "vitest";
import { formatUserListView, parseUserListView } from "./user-list-view.ts";

it.each(["", "search=maya", "role=Admin&page=3", "search=a%26b&role=Moderator&page=2"])(
  "the list's address '%s' is read and written back as it was",
  (address) => {
    expect(formatUserListView(parseUserListView(new URLSearchParams(address))).toString()).toBe(address);
  },
);

it.each(["role=Root", "page=0", "page=-1", "page=x", "page=1.5"])(
  "what makes no sense in '%s' is read as if it were not there",
  (address) => {
    expect(parseUserListView(new URLSearchParams(address))).toEqual({
      searchTerm: "",
      role: undefined,
      page: 1,
    });
  },
);
