// Logos: a damaged one is replaced by the name of the billing entity.
import { describe, expect, test } from '@jest/globals';
import { crc32, deflateSync } from 'node:zlib';
import { textOf } from '../../../../test/support/documents.js';
import { invoiceFacts, ISSUER } from '../../../../test/support/document-facts.js';
import { Fonts } from './fonts.js';
import { isPaleLogo } from './logo-tone.js';
import { renderDocument } from './render-document.js';

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
  pixel = 0x7f7f7f7f,
} = {}): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([filter]), pixels(Math.min(width, 2_000), pixel)]);
  const data = deflateSync(Buffer.concat(Array.from({ length: Math.min(rows, 1_000) }, () => row)));
  if (damage) data.fill(7, 8, data.length);
  return new Uint8Array(
    Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]),
  );
}

async function rendered(bytes: Uint8Array, contentType: 'image/png' | 'image/jpeg' = 'image/png') {
  const facts = invoiceFacts({ issuer: { ...ISSUER, name: 'Northwind', logo: { contentType, bytes } } });
  const [pdf] = await renderDocument({ facts, mostLines: 10 }, new Fonts());
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
    ['a cut file', png().subarray(0, 60)],
    ['no end', png().subarray(0, -12)],
    ['no picture', new Uint8Array(100)],
  ])('the name in place of a PNG with %s', async (_what, bytes) => {
    expect(await rendered(bytes)).toBe('name');
  });

  test('the name in place of a damaged JPEG', async () => {
    expect(await rendered(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1]), 'image/jpeg')).toBe('name');
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
  ])('%s: %s', (_what, expected, over) => {
    expect(shown(over)).toBe(expected);
  });

  test('a cut file: no', () => {
    expect(shown({ pixel: 0xffffffff }, 60)).toBe(false);
  });
});
