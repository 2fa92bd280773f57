import { PRODUCT_NAME } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import type { SitePage } from "../site-page.ts";

function Reading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="max-w-170 pt-8 pb-10 text-body text-ink [&_h2]:m-0 [&_h2]:pt-7 [&_h2]:pb-1 [&_h2]:text-lead [&_h2]:font-strong [&_p]:m-0 [&_p]:pt-2 [&_ul]:m-0 [&_ul]:pt-2">
      <h1 className="m-0 text-[clamp(2rem,5vw,2.75rem)]/[1.1] font-strong tracking-[-0.036em]">{title}</h1>
      {children}
    </article>
  );
}

export const privacyPage: SitePage = {
  path: "/privacy",
  title: "Privacy",
  description: `What an installation of ${PRODUCT_NAME} keeps, where, for how long, and who sees it.`,
  body: (
    <Reading title="Privacy">
      <p>
        {PRODUCT_NAME} is software that somebody runs for themselves. Whoever runs this installation decides
        over what is in it and answers for it; those who wrote the software receive nothing from it.
      </p>
      <h2>These public pages</h2>
      <p>
        They set no cookie, load nothing from another origin and count nobody. The theme you choose is kept in
        your browser. What you type into the churn calculator stays in your browser, and in the link if you
        copy it.
      </p>
      <h2>The waiting list</h2>
      <p>
        Kept are your e-mail address, and the names of yourself and your company if you gave them, where you
        joined, and when. The platform's staff of this installation reads them to invite you. Ask them to take
        you off: then the links mailed to you end, and what is kept can be deleted for good. To keep programs
        out, tries are counted by network address for an hour, and by a hash of the e-mail address for a day.
      </p>
      <h2>An account</h2>
      <p>
        Kept are your name, address, a hash of your password, your sessions with the device and network
        address they came from, and what you did (the audit log). One cookie, needed for signing in, keeps you
        signed in. A deleted account takes name and address out of the log too.
      </p>
      <h2>Your customers</h2>
      <p>
        What a company brings in is visible to the people of that company alone; the database itself holds
        companies apart. A company can take all of it along, erase one customer from everywhere, or be deleted
        with everything in it. Nothing of it is used for anybody else's model.
      </p>
      <h2>What leaves the machine</h2>
      <p>
        Nothing, unless somebody here sets it up: mail through a mail server, systems that a company connects,
        webhooks to addresses that it names, files in a bucket.
      </p>
    </Reading>
  ),
};

export const termsPage: SitePage = {
  path: "/terms",
  title: "Terms",
  description: `Terms under which ${PRODUCT_NAME} may be used, copied and changed: the MIT license, and what whoever runs an installation adds.`,
  body: (
    <Reading title="Terms">
      <p>
        The software is under the MIT license: you may use it, copy it, change it and pass it on, also for
        money, as long as the license's text stays with it. It comes as it is, without warranty of any kind.
      </p>
      <h2>This installation</h2>
      <p>
        Whoever runs it makes the rules for using it, and answers for what is in it: availability, backups,
        who may have an account. Ask them where you need more than this page says.
      </p>
      <h2>What a score is</h2>
      <p>
        A score is an estimate from past outcomes, with the error that is shown beside it. It says nothing
        certain about one person or company. Do not decide by it alone about anything that hurts somebody, and
        do not feed it with what the law forbids to decide by.
      </p>
    </Reading>
  ),
};
