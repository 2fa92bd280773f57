/**
 * SHA-256 (FIPS 180-4) of bytes, as lower-case hex.
 * Written out because the package may import nothing and Web Crypto only answers asynchronously.
 */
export function sha256Hex(bytes: Uint8Array): string {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);

  const hash = Uint32Array.from(INITIAL_HASH);
  const schedule = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getUint32(offset + i * 4);
    compress(hash, schedule);
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, "0")).join("");
}

function compress(hash: Uint32Array, w: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!;
    const b = w[i - 2]!;
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[i]! + w[i]!) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) hash[i] = hash[i]! + added[i]!;
}

const rotate = (value: number, bits: number): number => (value >>> bits) | (value << (32 - bits));

/** First 32 bits of the fractional part of a root of each of the first primes, as the standard defines them. */
function fractionalRoots(count: number, power: number): Uint32Array {
  const roots = new Uint32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++)
      if (candidate % divisor === 0) prime = false;
    if (prime) roots[found++] = (candidate ** power % 1) * 4294967296;
  }
  return roots;
}

const INITIAL_HASH = fractionalRoots(8, 1 / 2);
const ROUND_CONSTANTS = fractionalRoots(64, 1 / 3);
