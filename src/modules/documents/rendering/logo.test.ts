// Logos: a damaged one is replaced by the name of the billing entity.
import { describe, expect, test } from '@jest/globals';
import { crc32, deflateSync } from 'node:zlib';
import { textOf } from '../../../../test/support/documents.js';
import { invoiceFacts, ISSUER } from '../../../../test/support/document-facts.js';
import { Fonts } from './fonts/fonts.js';
import { isPaleLogo } from './images/logo-tone.js';
import { renderDocument } from './render-document.js';

const fonts = new Fonts();
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** So many of one color (RGBA). */
function pixels(count: number, pixel: number): Buffer {
  const one = Buffer.alloc(4);
  one.writeUInt32BE(pixel);
  return Buffer.alloc(count * 4, one);
}

/** A grey picture with an alpha channel. */
function png({
  width = 40,
  height = 20,
  filter = 0,
  rows = 20,
  damage = false,
  depth = 8,
  pixel = 0x7f7f7f7f,
} = {}): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, 6, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([filter]), pixels(Math.min(width, 2_000), pixel)]);
  const data = deflateSync(Buffer.concat(Array.from({ length: Math.min(rows, 1_000) }, () => row)));
  if (damage) data.fill(7, 8, data.length);
  return new Uint8Array(
    Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]),
  );
}

/** The segments of a picture, without what they hold. */
function jpeg({ width = 40, height = 20, channels = 3, bits = 8 } = {}): Uint8Array {
  const frame = Buffer.alloc(10 + 3 * channels);
  frame.writeUInt16BE(0xffc0, 0);
  frame.writeUInt16BE(8 + 3 * channels, 2);
  frame.writeUInt8(bits, 4);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  frame.writeUInt8(channels, 9);
  const scan = Buffer.from([0xff, 0xda, 0, 2, 0, 0, 0, 0]);
  return new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xd8]), frame, scan, Buffer.from([0xff, 0xd9])]));
}

async function rendered(bytes: Uint8Array, contentType: 'image/png' | 'image/jpeg' = 'image/png') {
  const facts = invoiceFacts({ issuer: { ...ISSUER, name: 'Northwind', logo: { contentType, bytes } } });
  const [pdf] = await renderDocument({ facts, mostLines: 10 }, fonts);
  return (await textOf(pdf?.content ?? new Uint8Array())).startsWith('Northwind') ? 'name' : 'logo';
}

describe('the head of a document shows', () => {
  test('the logo', async () => {
    expect(await rendered(png())).toBe('logo');
  });

  test.each([
    ['damaged pixels', png({ damage: true })],
    ['too few rows', png({ rows: 3 })],
    ['an unknown filter', png({ filter: 9 })],
    ['too many pixels', png({ width: 30_000, height: 30_000 })],
    ['too many pixels to be taken apart', png({ width: 1_100, height: 1_000, rows: 1_000 })],
    ['no width', png({ width: 0 })],
    ['a long side', png({ width: 20_000, height: 1 })],
    ['three bits for each value', png({ depth: 3 })],
    ['a cut file', png().subarray(0, 60)],
    ['no end', png().subarray(0, -12)],
    ['no picture', new Uint8Array(100)],
  ])('the name in place of a PNG with %s', async (_what, bytes) => {
    expect(await rendered(bytes)).toBe('name');
  });

  test.each([
    ['the logo', jpeg()],
    ['the logo', jpeg({ channels: 4 })],
  ])('the document shows %s of a JPEG', async (expected, bytes) => {
    expect(`the ${await rendered(bytes, 'image/jpeg')}`).toBe(expected);
  });

  test.each([
    ['a cut header', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1])],
    ['no pixels', jpeg().subarray(0, -6)],
    ['no end', jpeg().subarray(0, -2)],
    ['no width', jpeg({ width: 0 })],
    ['too many pixels', jpeg({ width: 65_000, height: 65_000 })],
    ['two values for each pixel', jpeg({ channels: 2 })],
    ['twelve bits for each value', jpeg({ bits: 12 })],
    ['segments of no length', new Uint8Array(Buffer.from('ffd8' + 'ffe00000'.repeat(10_000), 'hex'))],
  ])('the name in place of a JPEG with %s', async (_what, bytes) => {
    expect(await rendered(bytes, 'image/jpeg')).toBe('name');
  });
});

describe('a white page would hide', () => {
  const shown = (over: Parameters<typeof png>[0], end?: number) =>
    isPaleLogo(Buffer.from(png(over).subarray(0, end)));

  test.each<[string, boolean, Parameters<typeof png>[0]]>([
    ['white letters', true, { pixel: 0xffffffff }],
    ['pale blue letters', true, { pixel: 0xd0e0ffff }],
    ['black letters', false, { pixel: 0x000000ff }],
    ['green letters', false, { pixel: 0x10a040ff }],
    ['nothing visible', false, { pixel: 0xffffff00 }],
    // Each row is darker than the one above it.
    ['letters whose rows add up', false, { pixel: 0xe0e0e0ff, filter: 2 }],
    ['too many pixels', false, { pixel: 0xffffffff, width: 1_100, height: 1_000, rows: 1_000 }],
    ['too few rows', false, { pixel: 0xffffffff, rows: 3 }],
  ])('a logo %s: %s', (_what, expected, over) => {
    expect(shown(over)).toBe(expected);
  });

  test('a cut file: no', () => {
    expect(shown({ pixel: 0xffffffff }, 60)).toBe(false);
  });
});
