import { expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { ParsedDocuments } from './parsed-documents.js';

test('documents with a text of their own take a bounded memory, and those used last stay', async () => {
  const documents = new ParsedDocuments();
  const textOf = (index: number) =>
    `{ customer(id: "${index}") { ${Array.from({ length: 20 }, (_, field) => `f${field}: name`).join(' ')} } }`;
  for (let index = 0; index < 2_000; index += 1) {
    await documents.set(String(index), parse(textOf(index)));
    expect(documents.bytes).toBeLessThanOrEqual(5_000_000);
    expect(await documents.get('0')).toBeDefined();
  }
  expect([await documents.get('1'), await documents.get('1999')]).toEqual([undefined, expect.anything()]);
  await documents.delete('1999');
  expect(await documents.get('1999')).toBeUndefined();
});
