// Copies marked as paid: docs/adr/0153. veraPDF checks one in test/e-invoices.test.ts.
import { describe, expect, test } from '@jest/globals';
import { getDocumentProxy } from 'unpdf';
import { attachmentsOf } from '../../../../test/support/documents.js';
import { feeFacts, invoiceFacts, ISSUER } from '../../../../test/support/document-facts.js';
import type { InvoiceFacts } from '../facts/document-facts.js';
import { Fonts } from './fonts/fonts.js';
import { paidCopyOf } from './paid-copy.js';
import { renderDocument } from './render-document.js';

const fonts = new Fonts();

async function pdfOf(facts: InvoiceFacts): Promise<Uint8Array> {
  const files = await renderDocument({ facts, mostLines: 1_000 }, fonts);
  return files.find(({ format }) => format === 'pdf')?.content ?? new Uint8Array();
}

/** The texts of each page and the number of outlines on it. */
async function pagesOf(file: Uint8Array): Promise<{ readonly texts: string[]; readonly outlines: number }[]> {
  const proxy = await getDocumentProxy(new Uint8Array(file));
  const pages = Array.from({ length: proxy.numPages }, (_, index) => proxy.getPage(index + 1));
  return Promise.all(
    pages.map(async (loaded) => {
      const page = await loaded;
      const { items } = await page.getTextContent();
      const { fnArray } = await page.getOperatorList();
      return {
        texts: items.flatMap((item) => ('str' in item ? item.str : [])),
        outlines: fnArray.filter((operator) => operator === CONSTRUCT_PATH).length,
      };
    }),
  );
}

/** OPS.constructPath of pdf.js. */
const CONSTRUCT_PATH = 91;
const LONG = Array.from({ length: 60 }, (_, index) => feeFacts({ id: String(index) }));

describe('a copy marked as paid', () => {
  test.each<[string, InvoiceFacts, number]>([
    ['in English', invoiceFacts(), 4],
    ['of several pages', invoiceFacts({ fees: LONG }), 4],
    [
      'in Chinese, on letter paper',
      invoiceFacts({ locale: 'zh-TW', issuer: { ...ISSUER, address: { country: 'US' } } }),
      3,
    ],
    ['with an e-invoice', invoiceFacts({ locale: 'de', issuer: { ...ISSUER, einvoicing: true } }), 7],
  ])(
    '%s begins with the bytes of the file, and draws the mark twice on each page',
    async (_, facts, letters) => {
      const file = await pdfOf(facts);
      const copy = paidCopyOf(file);
      expect(Buffer.from(copy).subarray(0, file.length).equals(file)).toBe(true);
      const [before, after] = [await pagesOf(file), await pagesOf(copy)];
      expect(after.map(({ texts }) => texts)).toEqual(before.map(({ texts }) => texts));
      expect(after.map(({ outlines }, index) => outlines - (before[index]?.outlines ?? 0))).toEqual(
        before.map(() => 2 * letters),
      );
      expect(await attachmentsOf(copy)).toEqual(await attachmentsOf(file));
    },
  );

  test('a copy marked as paid is the same each time', async () => {
    const file = await pdfOf(invoiceFacts());
    expect(Buffer.from(paidCopyOf(file)).equals(paidCopyOf(file))).toBe(true);
  });

  test('a copy marked as paid is not made of the file of another program', () => {
    expect(() => paidCopyOf(Buffer.from('%PDF-1.4\n%%EOF'))).toThrow(
      'This PDF was written by another program',
    );
  });
});
