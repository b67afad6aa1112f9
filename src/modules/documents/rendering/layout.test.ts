// Where the parts of a document stand on its pages: documents-and-emails.md §2.
import { describe, expect, test } from '@jest/globals';
import { getDocumentProxy } from 'unpdf';
import { feeFacts, invoiceFacts, ISSUER, RECIPIENT } from '../../../../test/support/document-facts.js';
import { languageOf } from '../wording/languages.js';
import { Fonts } from './fonts/fonts.js';
import { renderDocument } from './render-document.js';

const fonts = new Fonts();

interface PlacedText {
  readonly text: string;
  /** From the bottom of the page, in points. */
  readonly y: number;
}

/** The texts of each page. */
async function pagesOf(facts: Parameters<typeof renderDocument>[0]['facts']): Promise<PlacedText[][]> {
  const [pdf] = await renderDocument({ facts, mostLines: 1_000 }, fonts);
  const proxy = await getDocumentProxy(new Uint8Array(pdf?.content ?? []));
  const pages: PlacedText[][] = [];
  for (let number = 1; number <= proxy.numPages; number++) {
    const { items } = await (await proxy.getPage(number)).getTextContent();
    pages.push(
      items.flatMap((item) => ('str' in item ? [{ text: item.str, y: Number(item.transform[5]) }] : [])),
    );
  }
  return pages;
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    feeFacts({ id: String(index), invoiceDisplayName: `Line ${index}` }),
  );

/** Where the content of a page ends and its foot begins, from the bottom. */
const FOOT = 66;

describe('the head', () => {
  test('the head of a document continues on further pages where names and addresses are long, and loses nothing', async () => {
    const wide = (letter: string) => ({
      ...{ name: letter.repeat(255), email: letter.repeat(255), legalNumber: letter.repeat(255) },
      taxIdentificationNumber: letter.repeat(255),
      address: {
        ...{ addressLine1: letter.repeat(255), addressLine2: letter.repeat(255), city: letter.repeat(255) },
        ...{ zipcode: letter.repeat(255), state: letter.repeat(255), country: 'FR' },
      },
    });
    const metadata = [{ key: 'Cost center', value: '@'.repeat(255) }];
    const pages = await pagesOf(
      invoiceFacts({
        issuer: { ...ISSUER, ...wide('W') },
        recipient: { ...RECIPIENT, ...wide('@'), metadata },
        invoice: { purchaseOrderNumber: 'Q'.repeat(255) },
      }),
    );
    const texts = pages.flat();
    const count = (letter: string) => texts.map(({ text }) => text.split(letter).length - 1);
    const sum = (counts: number[]) => counts.reduce((total, each) => total + each, 0);
    // Beside the title, the beginning of the name once more.
    expect(sum(count('W')) - 9 * 255).toBeGreaterThan(0);
    expect(sum(count('W')) - 9 * 255).toBeLessThan(100);
    expect([sum(count('@')), sum(count('Q'))]).toEqual([10 * 255, 255]);
    const last = pages.at(-1)?.map(({ text }) => text) ?? [];
    expect(last).toEqual(expect.arrayContaining(['Amount due', 'Total due']));
    const low = texts.filter(({ text, y }) => y < FOOT && /[W@Q]/.test(text));
    expect(low).toEqual([]);
  });
});

describe('the sums', () => {
  test.each(Array.from({ length: 30 }, (_, index) => index + 8))(
    'the sums of a document stand on the page of the last of %d lines',
    async (count) => {
      const last =
        (await pagesOf(invoiceFacts({ fees: lines(count) }))).at(-1)?.map(({ text }) => text) ?? [];
      expect(last).toEqual(
        expect.arrayContaining(['Subtotal excluding tax', 'Total due', `Line ${count - 1}`]),
      );
    },
  );

  test('the sums of a document do not repeat the fees where nothing is taken off', async () => {
    const [page] = await pagesOf(invoiceFacts());
    expect(page?.map(({ text }) => text)).not.toContain('Fees');
  });

  test('the sums of a document are not broken, however large; neither is a long number', async () => {
    const number = 'NORTHWIND-GMBH-2026-000123-004567';
    const [page] = await pagesOf(invoiceFacts({ invoice: { number, totalAmountCents: 1_070_999_999_989n } }));
    const texts = page?.map(({ text }) => text);
    expect(texts?.filter((text) => text === '€10,709,999,999.89')).toHaveLength(2);
    expect(texts).toContain(number);
  });
});

test.each(Array.from({ length: 14 }, (_, index) => index + 1))(
  'the heading of a last block of one line is not left alone below %d lines',
  async (count) => {
    const subscription = { name: null, from: new Date('2026-05-01'), to: new Date('2026-06-01') };
    const subscriptions = ['Scale', 'Basic'].map((planName) => ({ ...subscription, id: planName, planName }));
    const fees = lines(count).map((fee) => ({ ...fee, subscriptionId: 'Scale' }));
    const seats = feeFacts({ id: 'seats', invoiceDisplayName: 'Seats', subscriptionId: 'Basic' });
    const pages = await pagesOf(invoiceFacts({ subscriptions, fees: [...fees, seats] }));
    const texts = pages.map((page) => page.map(({ text }) => text));
    expect(texts.filter((each) => each.includes('Basic') && !each.includes('Seats'))).toEqual([]);
  },
);

test('the footer stands at the bottom of the last page', async () => {
  const footer = 'IBAN DE00 1234';
  const [page] = await pagesOf(invoiceFacts({ issuer: { ...ISSUER, footer } }));
  const placed = page?.find(({ text }) => text === footer);
  expect(placed?.y).toBeGreaterThan(60);
  expect(placed?.y).toBeLessThan(90);
});

const LOCALES = ['en', 'de', 'es', 'fr', 'it', 'nb', 'pt-BR', 'sv', 'zh-TW'];

test.each(LOCALES)('the titles of the columns are not broken in %s', async (locale) => {
  const { wording } = languageOf(locale);
  const [page] = await pagesOf(invoiceFacts({ locale }));
  const titles = [wording.units, wording.unitPrice, wording.taxRate, wording.amount];
  expect(page?.map(({ text }) => text)).toEqual(expect.arrayContaining(titles));
});
