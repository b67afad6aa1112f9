import { describe, expect, test } from '@jest/globals';
import { Encryption, newEncryptionKey, readEncryptionKeys, SealedByUnknownKey } from './encryption.js';

const keyOf = (text: string) => readEncryptionKeys(text) ?? [];

describe('secrets at rest (extensions.md §4)', () => {
  const [first, second] = [newEncryptionKey(), newEncryptionKey()];
  const old = new Encryption(keyOf(first));

  test('secrets at rest are opened by the key that sealed them, and are never the same twice', () => {
    const sealed = old.seal('sk_live_1', 'a');
    expect(old.open(sealed, 'a')).toBe('sk_live_1');
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('sk_live_1');
    expect(old.seal('sk_live_1', 'a')).not.toEqual(sealed);
  });

  test('secrets at rest are opened by every key, and sealed by the first', () => {
    const rotated = new Encryption(keyOf(`${second}, ${first}`));
    expect(rotated.open(old.seal('secret', 'a'), 'a')).toBe('secret');
    expect(new Encryption(keyOf(second)).open(rotated.seal('secret', 'a'), 'a')).toBe('secret');
  });

  test.each<[string, () => unknown]>([
    ['by another key', () => new Encryption(keyOf(second)).open(old.seal('secret', 'a'), 'a')],
    ['as something else', () => old.open(old.seal('secret', 'a'), 'b')],
    ['after a bit has flipped', () => old.open(flipped(old.seal('secret', 'a')), 'a')],
    ['when too short', () => old.open(new Uint8Array(5), 'a')],
  ])('secrets at rest are not opened %s', (_, open) => {
    expect(open).toThrow(SealedByUnknownKey);
  });

  test('secrets at rest need a key', () => {
    expect(() => new Encryption([]).seal('secret', 'a')).toThrow('ENCRYPTION_KEY');
  });

  test.each(['', 'c2hvcnQ=', `${first},short`])('keys of another length are refused: %s', (text) => {
    expect(readEncryptionKeys(text)).toBeNull();
  });
});

function flipped(sealed: Uint8Array): Uint8Array {
  const last = sealed.length - 1;
  return Uint8Array.from(sealed, (byte, index) => (index === last ? byte ^ 1 : byte));
}
