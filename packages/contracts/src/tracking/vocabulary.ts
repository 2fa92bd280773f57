/** What becomes of what people do whom no customer is: it waits for them, makes a customer of them, or is left out. */
export const unknownPeopleChoices = ["wait", "create", "ignore"] as const;
export type UnknownPeople = (typeof unknownPeopleChoices)[number];

/** The kinds of calls that Segment's client libraries make. */
export const trackingTypes = ["track", "identify", "page", "screen", "group", "alias"] as const;
export type TrackingType = (typeof trackingTypes)[number];

/** What one call and one key may send; the documentation shows these numbers. */
export const trackingLimits = {
  batchBytes: 500 * 1024,
  eventBytes: 32 * 1024,
  eventsPerBatch: 500,
  /** Of one write key. */
  eventsPerMinute: 300_000,
  /** Further ahead than this, an event is taken to have happened when it came. */
  aheadMinutes: 60,
  oldestDays: 730,
  /** An event that comes twice within so many days is one event. */
  messageDays: 30,
  /** How long what unknown people do waits for them. */
  waitingDays: 30,
  /** Traits of one person beyond those with a field of their own. */
  traits: 50,
  /** Of all people together: further ones are left out. */
  columns: 200,
  nameLength: 100,
} as const;

/** Why an event was not kept, in the words that its sender and the company's page read. */
export const trackingRefusals = {
  no_object: "Not a JSON object.",
  unknown_type: "The type is none of track, identify, page, screen, group and alias.",
  too_large: "The event is larger than 32 kB.",
  unstorable: "It contains characters that cannot be stored.",
  no_person: "It names nobody: a userId or an anonymousId is needed.",
  bad_id: "The userId is longer than 500 characters, or no text.",
  no_name: "A track call needs the name of its event.",
  long_name: "The name of the event is longer than 100 characters.",
  bad_timestamp: "The timestamp is no date.",
  too_old: "It happened more than two years ago.",
  ambiguous_customer: "Several customers share this e-mail address: send the customer's id as userId.",
  too_many_event_types:
    "There are 500 kinds of events already. Send what differs from event to event as a property, not in the name.",
} as const;
export type TrackingRefusal = keyof typeof trackingRefusals;
