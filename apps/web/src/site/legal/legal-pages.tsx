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
        They set no cookie, load nothing from another origin and count nobody. What you type into the churn
        calculator stays in your browser, and in the link if you copy it.
      </p>
      <h2>What your browser keeps</h2>
      <p>Nothing of this is sent anywhere by itself, and emptying the browser's storage removes all of it:</p>
      <ul>
        <li>the theme you chose, columns of lists, and other choices of how things look;</li>
        <li>
          what you asked the assistant on these public pages, until you enter the app. Its answers are
          prepared ones; nobody here reads what you ask it;
        </li>
        <li>
          a file that you analysed here and said you want to import: until it is imported, you sign out, or 7
          days have passed. It is analysed in your browser, and offered to the first account that signs in
          there;
        </li>
        <li>
          while you are signed in: that you are, and which conversation with the assistant or support was open
          last. Signing out empties that.
        </li>
      </ul>
      <h2>The waiting list</h2>
      <p>
        Kept are your e-mail address, and the names of yourself and your company if you gave them, where you
        joined, and when. The platform's staff of this installation reads them to invite you. Ask them to take
        you off: then the links mailed to you end, and what is kept can be deleted for good. To keep programs
        out, tries are counted by network address for an hour, and by a hash of the e-mail address for a day.
      </p>
      <h2>Booked demos</h2>
      <p>
        Kept are your name, e-mail address, time zone and the time you chose, and your company, how many
        customers you have and what you want to see if you said so. The platform's staff reads them and gets
        them by mail. They are deleted 400 days after the demo was held or called off. Tries are counted by a
        hash of the e-mail address for a day.
      </p>
      <h2>What you write to support</h2>
      <p>
        A letter from the contact form is kept with your e-mail address and the page it was written from, and
        mailed to the support address: 400 days. A session with support is kept with its messages and images
        until 400 days after it ended; the platform's staff reads it, and in it nothing of your customers but
        what you write yourself.
      </p>
      <h2>An account</h2>
      <p>
        Kept are your name, address, a hash of your password, your sessions with the device and network
        address they came from, and what you did (the audit log). One cookie, needed for signing in, keeps you
        signed in. A deleted account takes name and address out of the log too.
      </p>
      <p>
        What you ask the assistant inside the app is kept with its answers until you delete the conversation,
        which can be undone for an hour. Only you see it.
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
        webhooks to addresses that it names, files in a bucket. The assistant answers by itself, on this
        machine. Where whoever runs this installation has named a language model, and the Owner of a company
        has switched it on, questions that the assistant cannot answer go to that model, with what it looks up
        of the company's data to answer them; Settings shows what is sent.
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
