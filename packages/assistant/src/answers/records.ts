import { formatCount, formatCounted, plural } from "@forestay/contracts/words";
import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import { importPath, settingsPath } from "../paths.ts";
import type { Reading } from "../reading/read-question.ts";
import { longDay } from "./customers.ts";

interface ImportFacts {
  id: string;
  fileName: string;
  status: string;
  createdBy: string;
  createdAt: string;
  counts: { create: number; update: number; error: number } | null;
  errorGroups: { message: string; count: number }[];
  failure: string | null;
}

export async function answerImport(
  build: AnswerBuilder,
  given: string | undefined,
  { concepts, text }: Reading,
): Promise<void> {
  let id = given;
  if (id === undefined) {
    const { imports, totalCount } = await build.ask<{ imports: ImportFacts[]; totalCount: number }>(
      "list_imports",
      { limit: 5 },
    );
    const [newest] = imports;
    if (newest === undefined)
      throw new CannotAnswer("No file has been imported yet.", ["How do I import customers?"]);
    if (!concepts.has("rowErrors")) {
      build.say(
        "The newest import is ",
        link(newest.fileName, importPath(newest.id)),
        `, ${newest.status.toLowerCase()}, from ${longDay(newest.createdAt)}.`,
      );
      if (imports.length > 1)
        build.table(
          ["File", "Status", "Day"],
          imports.map((one) => [link(one.fileName, importPath(one.id)), one.status, longDay(one.createdAt)]),
        );
      build.source("Imports", importPath(newest.id), formatCounted(totalCount, "import"));
      return;
    }
    ({ id } = newest);
  }
  const one = await build.ask<ImportFacts>("get_import", { id });
  const path = importPath(one.id);
  build.source(one.fileName, path, one.status);
  const name = link(one.fileName, path);
  if (/\bwho\b/.test(text) || concepts.has("uploader")) {
    build.say(name, ` was brought in by ${one.createdBy} on ${longDay(one.createdAt)}.`);
    return;
  }
  if (one.counts === null) {
    build.say(name, ` is ${one.status.toLowerCase()}. ${one.failure ?? ""}`.trimEnd());
    return;
  }
  const { create: created, update: updated, error: errors } = one.counts;
  build.say(
    name,
    ` is ${one.status.toLowerCase()}: `,
    link(`${formatCount(created)} created`, path),
    `, ${formatCount(updated)} updated, `,
    link(`${formatCounted(errors, "row")} wrong`, path),
    ".",
  );
  if (errors > 0 && !concepts.has("created"))
    build.table(
      ["What is wrong", "Rows"],
      one.errorGroups.slice(0, 5).map((group) => [group.message, formatCount(group.count)]),
    );
}

export async function answerIntegrations(build: AnswerBuilder, { text }: Reading): Promise<void> {
  const { integrations } = await build.ask<{
    integrations: {
      provider: string;
      name: string;
      status: string;
      lastSyncAt: string | null;
      linkedCustomers: number;
      failedRecords: number;
      lastError: string | null;
    }[];
  }>("list_integrations");
  const path = settingsPath("integrations");
  build.source("Integrations", path);
  const named = integrations.find(({ name }) => text.includes(name.toLowerCase()));
  const words = (status: string) => status.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  if (named !== undefined) {
    const synced =
      named.lastSyncAt === null ? "" : ` It was last read to the end on ${longDay(named.lastSyncAt)}.`;
    build.say(
      link(named.name, path),
      ` is ${words(named.status)}.${synced}${named.lastError === null ? "" : ` Last error: ${named.lastError}`}`,
    );
    return;
  }
  const connected = integrations.filter(({ status }) => status !== "NotConnected");
  build.say(
    connected.length === 0
      ? "No system is connected."
      : `${formatCounted(connected.length, "system")} ${plural(connected.length, "is", "are")} connected:`,
  );
  build.table(
    ["System", "Status"],
    integrations.map(({ name, status }) => [link(name, path), words(status)]),
  );
}

export async function answerHealth(build: AnswerBuilder): Promise<void> {
  const read = await build.ask<{
    imports: { id: string; fileName: string; completedAt: string }[];
    connections: { name: string; lastSyncAt: string | null }[];
    ageDays: number | null;
    parked: { kind: string; rows: number }[];
  }>("get_data_health");
  const [newest] = read.imports;
  if ((newest === undefined || read.ageDays === null) && read.connections.length === 0)
    throw new CannotAnswer(
      "No file has been imported and no system is connected, so there is no age to tell.",
      ["Which systems are connected?"],
    );
  for (const { name, lastSyncAt } of read.connections)
    build.say(
      lastSyncAt === null
        ? `${name} is connected and has not been read to the end yet.`
        : `${name} was last read on ${longDay(lastSyncAt)}.`,
    );
  if (newest !== undefined && read.ageDays !== null)
    build.say(
      "The newest file, ",
      link(newest.fileName, importPath(newest.id)),
      `, came in on ${longDay(newest.completedAt)}, ${read.ageDays === 0 ? "today" : `${formatCounted(read.ageDays, "day")} ago`}.`,
    );
  build.source("Data health", "/app");
  const waiting = read.parked.filter(({ rows }) => rows > 0);
  if (waiting.length > 0)
    build.say(
      `Waiting for their customer: ${waiting.map(({ kind, rows }) => `${formatCount(rows)} ${kind.replace("_", " ")}`).join(", ")}.`,
    );
}
