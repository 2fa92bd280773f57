import { expect, it } from "vitest";
import { asksForPerson } from "./asks-for-person.ts";

it("hears who asks for a person, and not a question about customers", () => {
  for (const text of [
    "contact support",
    "How do I contact your customer support?",
    "I need human support please",
    "live support",
    "Can I talk to a person",
    "live chat please",
    "Contact support: our customers cannot be imported",
    "Some customers are missing, I want to talk to a person",
    "Is there a human agent?",
  ])
    expect(asksForPerson(text), text).toBe(true);
  for (const text of [
    "Should we contact customers about support?",
    "Which contact has support tickets?",
    "How many human resources customers are at risk?",
    "live customers with support",
    "Which customers contact support most often?",
    "How many customers who contact support leave?",
    "Do accounts that use live chat stay longer?",
    "Did Acme contact support last month?",
    "Show me customers who contact support most often",
    "Which of my customers contact support?",
    "Tell me how many accounts use live chat",
    "Can I list customers that contact support",
  ])
    expect(asksForPerson(text), text).toBe(false);
});
