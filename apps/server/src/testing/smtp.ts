/** For tests of other modules than mail. Beside the index: few tests need a mail server, and all would load one. */
export { startSmtp, type TestSmtp } from "#modules/mail/fixtures/smtp-server.ts";
