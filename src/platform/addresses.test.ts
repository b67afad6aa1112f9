import { expect, test } from '@jest/globals';
import { CallerAddresses, OPEN_ADDRESSES, PublicAddresses } from './addresses.js';

const configured = new PublicAddresses('https://billing.example/');
const caller = new CallerAddresses('http://evil.example');

test('an address for others is a text below the configured one', () => {
  const text: string = configured.at('/files/a');
  expect(text).toBe('https://billing.example/files/a');
});

test('an address for the caller is no text before the answer is written', () => {
  // @ts-expect-error It begins with what the caller claims.
  const text: string = caller.at('/files/a');
  expect(typeof text).toBe('object');
  expect(JSON.stringify({ url: caller.at('/files/a') })).toBe('{"url":"http://evil.example/files/a"}');
});

test('the addresses of a kept answer are filled in for each reader, and nothing else is', () => {
  const others = { name: '\\u0000/x', hint: '"\\u0000/', path: '/x' };
  const kept = JSON.stringify({ url: OPEN_ADDRESSES.at('/files/a'), ...others });
  expect(kept).not.toContain('example');
  for (const reader of [configured, caller])
    expect(JSON.parse(reader.fill(kept))).toEqual({
      url: JSON.parse(JSON.stringify(reader.at('/files/a'))) as unknown,
      ...others,
    });
});
