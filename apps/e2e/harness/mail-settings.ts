/** How a company writes to its customers at any hour, up to five messages a week: the body of `PUT /customer-mail/settings`. */
export const mailAtAnyHour = (senderName: string) => ({
  senderName,
  localPart: "hello",
  domainId: null,
  replyTo: null,
  postalAddress: "1 Quay Street, Bristol",
  capMessages: 5,
  capDays: 7,
  quietHours: null,
  countsClicks: true,
  countsOpens: true,
});
