import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ProtocolError } from "./messages.ts";
import { RecordReader } from "./reader.ts";

const separator = "\u001e";
/** Text of any script without the separator, which JSON always escapes. */
const recordText = fc
  .string({ unit: "binary", maxLength: 60 })
  .map((text) => text.replaceAll(separator, "").toWellFormed());

function readAll(reader: RecordReader, chunks: Iterable<Uint8Array>): string[] {
  const records: string[] = [];
  for (const chunk of chunks) {
    reader.push(chunk);
    for (let record = reader.next(); record !== null; record = reader.next()) records.push(record);
  }
  return records;
}

/** The bytes in pieces, cut at the given places. */
function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

describe("the record reader", () => {
  test("reads the same records from bytes cut anywhere", () => {
    fc.assert(
      fc.property(fc.array(recordText), fc.array(fc.nat(4_000)), (texts, cuts) => {
        const bytes = Buffer.from(texts.map((text) => text + separator).join(""));
        expect(readAll(new RecordReader(10_000), cutAt(bytes, cuts))).toEqual(texts);
      }),
    );
  });

  test("reads records split at every single byte, characters included", () => {
    const bytes = Buffer.from(["grüße", "🌍", "", '{"a":1}'].map((text) => text + separator).join(""));
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(readAll(new RecordReader(100), cutAt(bytes, [cut]))).toEqual(["grüße", "🌍", "", '{"a":1}']);
    }
    expect(
      readAll(
        new RecordReader(100),
        [...bytes].map((byte) => Buffer.from([byte])),
      ),
    ).toHaveLength(4);
  });

  test("never does anything but hand out records or refuse, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (chunks) => {
        try {
          const records = readAll(new RecordReader(100), chunks);
          for (const record of records) expect(Buffer.byteLength(record)).toBeLessThanOrEqual(100);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
    );
  });

  test("refuses a record over the limit as soon as it is over, finished or not, and takes one at the limit", () => {
    expect(readAll(new RecordReader(5), [Buffer.from(`12345${separator}`)])).toEqual(["12345"]);
    expect(() => readAll(new RecordReader(5), [Buffer.from(`123456${separator}`)])).toThrow(ProtocolError);
    expect(() => readAll(new RecordReader(5), [Buffer.from("123"), Buffer.from("456")])).toThrow(
      ProtocolError,
    );
  });

  test("hands out the good records before a bad one", () => {
    const reader = new RecordReader(5);
    reader.push(Buffer.concat([Buffer.from(`good${separator}`), Buffer.from([0xff, 0x1e])]));
    expect(reader.next()).toBe("good");
    expect(() => reader.next()).toThrow("not UTF-8");
  });

  test("gives back the bytes that follow the last record read", () => {
    const reader = new RecordReader(100);
    reader.push(Buffer.from(`first${separator}rest`));
    reader.next();
    expect(reader.takeRest().toString()).toBe("rest");
    expect(reader.next()).toBeNull();
  });
});
