import { describe, expect, it } from "vitest";
import { checkImports } from "./walls/check-imports.ts";

describe("outbound calls go through outbound", () => {
  const said = (source: string, file = "modules/imports/read.ts") =>
    checkImports(new Map([[`apps/server/src/${file}`, source]])).problems.map((one) => one.split(":")[0]);
  const rule = "outbound-calls-go-through-outbound";

  it.each([
    ['export const answer = await fetch("https://one.test");'],
    ['export const answer = await globalThis.fetch("https://one.test");'],
    ['export const answer = await globalThis["fetch"]("https://one.test");'],
    ["const { fetch: ask } = globalThis; export const go = () => ask;"],
    ["export const open = (ask = fetch) => ask;"],
    ["export const given = { fetch };"],
    ["export const one = (fetch: () => void) => fetch(); export const two = () => fetch;"],
    ["export function one() { { const fetch = 1; void fetch; } return fetch; }"],
    ['export const socket = new WebSocket("wss://one.test");'],
    ['import { request } from "node:http"; export const one = request;'],
    ['import { get as ask } from "node:https"; export const one = ask;'],
    ['import http from "node:http"; export const one = http;'],
    ['import * as https from "node:https"; export const one = https;'],
    [
      'import { createServer, createConnection } from "node:net"; export const one = [createServer, createConnection];',
    ],
    ['import { connect } from "node:tls"; export const one = connect;'],
    ['export { request } from "node:http";'],
    ['export const load = () => import("node:http");'],
  ])("%s is refused", (source) => {
    expect(said(source)).toEqual([rule]);
  });

  it.each([
    ["export const one = (fetch: (key: string) => string) => fetch('a');"],
    ["export function one({ fetch }: { fetch: () => void }) { return () => fetch(); }"],
    ["export const one = (boss: { fetch(key: string): void }) => boss.fetch('a');"],
    ["const fetch = () => 1; export const one = () => fetch();"],
    ["export class Rows { fetch() { return 1; } }"],
    ["export const rows = { fetch: () => 1 };"],
    ["export interface Rows { fetch: (fetch: string) => void }"],
    ["export type Ask = typeof fetch; export type Socket = WebSocket;"],
    ["export const text = 'fetch('; // fetch('https://one.test')"],
    ['import { request } from "./rows.ts"; export const one = request;'],
    ['import { createServer, isIP } from "node:net"; export const one = [createServer, isIP];'],
    [
      'import { createServer, type ClientRequest } from "node:http"; export type One = ClientRequest; export const one = createServer;',
    ],
    ['import type { Socket } from "node:net"; export type One = Socket;'],
    ['import type http from "node:http"; export type One = http.Server;'],
  ])("%s is fine", (source) => {
    expect(said(source)).toEqual([]);
  });

  it("the way out itself may, and so may a test", () => {
    const source = 'import { connect } from "node:net"; export const one = [fetch, connect];';
    expect(said(source, "platform/files/s3/s3-client.ts")).toEqual([rule, rule]);
    for (const file of [
      "platform/outbound/agents.ts",
      "platform/db/embedded/data-directory-lock.ts",
      "modules/mail/mail.test.ts",
      "modules/mail/fixtures/smtp-server.ts",
      "testing/live-client.ts",
    ]) {
      expect(said(source, file)).toEqual([]);
    }
  });

  it("the line says rule, file, word and reason", () => {
    const { problems } = checkImports(
      new Map([["apps/server/src/modules/mail/send.ts", 'export { request } from "node:https";']]),
    );
    expect(problems).toEqual([
      "outbound-calls-go-through-outbound: apps/server/src/modules/mail/send.ts uses request of node:https\n" +
        "    a call to another host goes by context.outbound, with its time-outs, caps, pace and guard against private addresses",
    ]);
  });
});
