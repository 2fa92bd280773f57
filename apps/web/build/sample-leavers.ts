/**
 * The sample file that visitors may try (`public/sample-leavers.csv`): made-up customers who leave by rules that are
 * written here, so that a test can hold the analysis against them. A test holds the file against this.
 */
export function sampleLeavers(rows = 900): string {
  let state = 20_261_126;
  // A multiplicative congruential generator (Park and Miller, 1988): small, and the same everywhere.
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const lines = [
    "customer_id,plan,contract,tenure_months,monthly_revenue,logins_30d,open_tickets,card_expires_soon,churned",
  ];
  for (let index = 0; index < rows; index += 1) {
    const plan = pick(["Starter", "Team", "Team", "Scale"]);
    const contract = pick(["Monthly", "Monthly", "Yearly"]);
    const tenure = 1 + Math.floor(random() ** 1.6 * 60);
    const revenue = { Starter: 29, Team: 120, Scale: 480 }[plan]! + Math.floor(random() * 20);
    const logins = Math.floor(random() ** 1.3 * 40);
    const tickets = Math.floor(random() ** 3 * 6);
    const expires = random() < 0.12;
    const logit =
      -1.6 +
      (contract === "Monthly" ? 0.9 : -0.6) -
      0.03 * tenure -
      0.09 * logins +
      0.5 * tickets +
      (expires ? 0.7 : 0) +
      (plan === "Starter" ? 0.4 : 0);
    const left = random() < 1 / (1 + Math.exp(-logit));
    lines.push(
      [
        `C-${10_000 + index}`,
        plan,
        contract,
        tenure,
        revenue,
        logins,
        tickets,
        expires ? "yes" : "no",
        left ? "yes" : "no",
      ].join(","),
    );
  }
  return `${lines.join("\n")}\n`;
}
