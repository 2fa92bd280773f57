export const demoPassword = "forestay-demo";
/** The sign-ins of the sample company, and the Owner of the company beside it. */
export const demoPeople = {
  owner: "owner@demo.forestay.test",
  staff: "staff@demo.forestay.test",
  viewer: "viewer@demo.forestay.test",
  admin: "admin@demo.forestay.test",
  moderator: "moderator@demo.forestay.test",
  otherOwner: "owner@other.forestay.test",
} as const;
