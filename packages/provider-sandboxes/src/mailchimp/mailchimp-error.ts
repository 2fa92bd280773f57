import { AnswerError, type PeerRequest } from "../kit/index.ts";

/** An error in Mailchimp's words (RFC 7807). */
export const mailchimpError = (status: number, title: string, detail: string): AnswerError =>
  new AnswerError({
    status,
    headers: { "content-type": "application/problem+json; charset=utf-8" },
    body: {
      type: "https://mailchimp.com/developer/marketing/docs/errors/",
      title,
      status,
      detail,
      instance: "",
    },
  });

/** A whole number of the query. */
export function whole(request: PeerRequest, name: string, otherwise: number): number {
  const value = Number(request.query.get(name) ?? otherwise);
  if (!Number.isInteger(value) || value < 0)
    throw mailchimpError(400, "Invalid Resource", `${name} is no number.`);
  return value;
}
