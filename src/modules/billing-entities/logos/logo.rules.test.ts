import { expect, test } from '@jest/globals';
import { LOGO_BYTES, readLogo } from './logo.rules.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const largest = (bytes: number) => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]);
const base64 = (content: Buffer) => content.toString('base64');

test.each([
  [`data:image/png;base64,${base64(PNG)}`, 'image/png', 'PNG'],
  [`data:image/jpeg;base64,${base64(JPEG)}`, 'image/jpeg', 'JPEG'],
  [`DATA:IMAGE/PNG;name=a.png;BASE64,${base64(PNG)}`, 'image/png', 'any case, other parameters'],
  [`data:image/jpeg;base64,${base64(PNG)}`, 'image/png', 'the content decides'],
  [`data:image/png;base64,${base64(PNG).replace(/=+$/, '')}`, 'image/png', 'without padding'],
  [`data:image/png;base64,${base64(largest(LOGO_BYTES))}`, 'image/png', 'the largest'],
])('%.60s is a logo of type %s: %s', (uri, contentType) => {
  expect(readLogo(uri)).toMatchObject({ contentType });
});

test.each([
  ['', 'invalid_format', 'nothing'],
  ['hello', 'invalid_format', 'text'],
  [base64(PNG), 'invalid_format', 'base64 without a scheme'],
  [`data:image/png,${base64(PNG)}`, 'invalid_format', 'not declared as base64'],
  [`data:image/png;base64,${base64(PNG)}*`, 'invalid_format', 'other characters'],
  ['data:image/png;base64,', 'invalid_content_type', 'no content'],
  [`data:image/svg+xml;base64,${base64(PNG)}`, 'invalid_content_type', 'another declared type'],
  [`data:image/png;base64,${base64(Buffer.from('<svg/>'))}`, 'invalid_content_type', 'other content'],
  [`data:image/png;base64,${base64(largest(LOGO_BYTES + 1))}`, 'invalid_size', 'too large'],
  [`data:image/png;base64,${base64(largest(LOGO_BYTES * 2))}`, 'invalid_size', 'much too large'],
])('%.60s is refused as %s: %s', (uri, code) => {
  expect(readLogo(uri)).toBe(code);
});
