import { AnswerError } from "../kit/index.ts";

/** An error in Salesforce's words: a list of one. */
export const salesforceError = (status: number, errorCode: string, message: string): AnswerError =>
  new AnswerError({ status, body: [{ message, errorCode }] });
