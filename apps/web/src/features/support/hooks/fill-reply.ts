import type { StaffSession } from "@forestay/contracts/wire";

/** What {fields} of a kept reply stand for in a session. An unknown one stays as it was written, to be seen. */
export function fillReply(
  body: string,
  session: Pick<StaffSession, "userName" | "topic" | "originalContext">,
  me: string,
): string {
  const fields: Record<string, string> = {
    name: session.userName.split(" ")[0] ?? session.userName,
    topic: session.topic,
    page: session.originalContext.routePath,
    me,
  };
  return body.replaceAll(/\{(\w+)\}/g, (whole, name: string) => fields[name] ?? whole);
}
