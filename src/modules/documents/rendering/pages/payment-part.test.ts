// How to pay on the pages of invoices, and what a phone reads of the code there: billing-entities.md §5.
import { describe, expect, test } from '@jest/globals';
import jsQr from 'jsqr';
import { getDocumentProxy } from 'unpdf';
import { ACCOUNT, feeFacts, invoiceFacts } from '../../../../../test/support/document-facts.js';
import { epcCode } from '../../composing/epc-code.js';
import { Fonts } from '../fonts/fonts.js';
import { renderDocument } from '../render-document.js';

const fonts = new Fonts();
const OPERATORS = { constructPath: 91, moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3 } as const;
/** Pixels for a point, and white pixels around the code. */
const SCALE = 6;
const MARGIN = 48;
/** A code has more rectangles than anything else that is drawn. */
const FEWEST_BARS = 100;

type Corners = readonly [left: number, top: number, right: number, bottom: number];

/** The pages of an invoice: their texts, and the rectangles of the code on them. */
async function pagesOf(facts: Parameters<typeof invoiceFacts>[0]) {
  const [pdf] = await renderDocument({ facts: invoiceFacts(facts), mostLines: 1_000 }, fonts);
  const proxy = await getDocumentProxy(new Uint8Array(pdf?.content ?? []));
  const pages = Array.from({ length: proxy.numPages }, (_, index) => proxy.getPage(index + 1));
  return Promise.all(
    pages.map(async (page) => {
      const { fnArray, argsArray } = await (await page).getOperatorList();
      const paths = fnArray.flatMap((operator, index) =>
        operator === OPERATORS.constructPath
          ? [rectanglesIn((argsArray[index] as [number, [Float32Array]])[1][0])]
          : [],
      );
      const { items } = await (await page).getTextContent();
      return {
        texts: items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])),
        code: paths.find((rectangles) => rectangles.length > FEWEST_BARS) ?? null,
      };
    }),
  );
}

/** The corners of each closed shape of a path. */
function rectanglesIn(path: Float32Array | null): Corners[] {
  const shapes: [number[], number[]][] = [];
  const coordinates = {
    [OPERATORS.moveTo]: 2,
    [OPERATORS.lineTo]: 2,
    [OPERATORS.curveTo]: 6,
    [OPERATORS.quadraticCurveTo]: 4,
  };
  for (let at = 0; path !== null && at < path.length;) {
    const operator = Number(path[at]);
    if (operator === OPERATORS.moveTo) shapes.push([[], []]);
    const count = (coordinates as Record<number, number>)[operator] ?? 0;
    for (let index = 0; index < count; index += 1)
      shapes.at(-1)?.[index % 2]?.push(Number(path[at + 1 + index]));
    at += 1 + count;
  }
  return shapes.map(([xs, ys]) => [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
}

/** What a phone reads. @param rectangles that are dark. */
function read(rectangles: readonly Corners[]): string | undefined {
  const edge = (side: 0 | 1 | 2 | 3, pick: (...all: number[]) => number) =>
    pick(...rectangles.map((each) => each[side]));
  const [left, top, right, bottom] = [
    edge(0, Math.min),
    edge(1, Math.min),
    edge(2, Math.max),
    edge(3, Math.max),
  ];
  const width = Math.ceil((right - left) * SCALE) + 2 * MARGIN;
  const height = Math.ceil((bottom - top) * SCALE) + 2 * MARGIN;
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const corners of rectangles) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = corners.map(
      (each, side) => Math.round((each - (side % 2 === 0 ? left : top)) * SCALE) + MARGIN,
    );
    for (let y = y0; y < y1; y += 1)
      for (let x = x0; x < x1; x += 1) pixels.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3);
  }
  return jsQr.default(pixels, width, height)?.data;
}

const IN_EUROS = { account: ACCOUNT, currency: 'EUR', amountCents: 1_200n, reference: 'NOR-014-003' };

describe('how to pay, on the page', () => {
  test('the payment part of a page stands below the sums, with a code that a phone reads', async () => {
    const [page] = await pagesOf({ account: ACCOUNT });
    const texts = page?.texts ?? [];
    expect(texts.indexOf('How to pay')).toBeGreaterThan(texts.indexOf('Total due'));
    expect(texts).toEqual(
      expect.arrayContaining([
        'DE89 3704 0044 0532 0130 00',
        'COBADEFFXXX',
        'NOR-014-003',
        'Scan with a banking app to pay',
      ]),
    );
    expect(read(page?.code ?? [])).toBe(epcCode(IN_EUROS));
  });

  test('the payment part of a page holds the longest names and other alphabets', async () => {
    const account = { ...ACCOUNT, holder: 'Łódź Größe Αθήνα '.repeat(5).slice(0, 70), bic: null };
    const [page] = await pagesOf({ account, invoice: { totalAmountCents: 99_999_999_999n } });
    expect(read(page?.code ?? [])).toBe(epcCode({ ...IN_EUROS, account, amountCents: 99_999_999_999n }));
  });

  test('the payment part of a page is not divided between pages', async () => {
    for (let count = 14; count < 24; count += 1) {
      const fees = Array.from({ length: count }, (_, index) => feeFacts({ id: String(index) }));
      const pages = await pagesOf({ account: ACCOUNT, fees });
      const withTitle = pages.find(({ texts }) => texts.includes('How to pay'));
      expect([count, withTitle?.code === null, withTitle?.texts.includes('Commerzbank')]).toEqual([
        count,
        false,
        true,
      ]);
    }
  });

  test('the payment part of a page is missing without an account', async () => {
    const [page] = await pagesOf({});
    expect([page?.texts.includes('How to pay'), page?.code]).toEqual([false, null]);
  });
});
