// Tagged PDFs, for programs that read them aloud: docs/adr/0152. veraPDF checks the rules of PDF/UA in test/e-invoices.test.ts.
import { expect, test } from '@jest/globals';
import { getDocumentProxy } from 'unpdf';
import { feeFacts, invoiceFacts, ISSUER } from '../../../../../test/support/document-facts.js';
import type { InvoiceFacts } from '../../facts/document-facts.js';
import { Fonts } from '../fonts/fonts.js';
import { renderDocument } from '../render-document.js';

const fonts = new Fonts();

/** A node of the structure: a part with its parts, or content of the page. */
interface Node {
  readonly role?: string;
  readonly alt?: string;
  readonly id?: string;
  readonly children?: readonly Node[];
}

async function readAloud(facts: InvoiceFacts) {
  const files = await renderDocument({ facts, mostLines: 1_000 }, fonts);
  const pdf = files.find(({ format }) => format === 'pdf');
  const proxy = await getDocumentProxy(new Uint8Array(pdf?.content ?? []));
  const texts = new Map<string, string>();
  const skipped: string[] = [];
  const untagged: string[] = [];
  const trees: Node[] = [];
  for (let number = 1; number <= proxy.numPages; number++) {
    const page = await proxy.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const open: { readonly tag?: string; readonly id?: string }[] = [];
    for (const item of items) {
      if (!('str' in item)) {
        if (item.type === 'endMarkedContent') open.pop();
        else open.push(item);
        continue;
      }
      const text = item.str + (item.hasEOL ? ' ' : '');
      const id = open.find((each) => each.id !== undefined)?.id;
      if (id !== undefined) texts.set(id, (texts.get(id) ?? '') + text);
      else if (open.some(({ tag }) => tag === 'Artifact')) skipped.push(text.trim());
      else if (text.trim() !== '') untagged.push(text);
    }
    trees.push(await page.getStructTree());
  }
  const textOf = ({ id, children = [] }: Node): string =>
    [...(id === undefined ? [] : [(texts.get(id) ?? '').trim()]), ...children.map(textOf)]
      .filter((text) => text !== '')
      .join(' | ');
  const partsOf = (node: Node, role: string): Node[] =>
    node.role === role ? [node] : (node.children ?? []).flatMap((child) => partsOf(child, role));
  return {
    /** The texts of all parts of a role. */
    texts: (role: string) =>
      trees.flatMap((tree) => partsOf(tree, role).map(textOf)).filter((text) => text !== ''),
    alternatives: trees.flatMap((tree) => partsOf(tree, 'Figure').map(({ alt }) => alt)),
    cellsOfRows: trees.flatMap((tree) =>
      partsOf(tree, 'Table').map((table) => partsOf(table, 'TR').map(({ children = [] }) => children.length)),
    ),
    skipped: skipped.filter((text) => text !== ''),
    untagged,
    isMarked: (await proxy.getMarkInfo())?.Marked,
    language: ((await proxy.getMetadata()).info as { Language?: string }).Language,
  };
}

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const RANGE = {
  units: '1000',
  from_value: 0,
  to_value: 1000,
  flat_unit_amount: '0',
  per_unit_amount: '0.01',
};
const GRADUATED = {
  amountDetails: {
    graduated_ranges: [{ ...RANGE, per_unit_total_amount: '10', total_with_flat_amount: '10' }],
  },
};

test('the parts of an invoice are read in their order, once each', async () => {
  const count = 40;
  const read = await readAloud(
    invoiceFacts({
      locale: 'de',
      isTest: true,
      issuer: { ...ISSUER, footer: 'IBAN DE00 1234', logo: { contentType: 'image/png', bytes: LOGO } },
      fees: Array.from({ length: count }, (_, index) =>
        feeFacts({ id: String(index), invoiceDisplayName: `Line ${index}`, ...(index === 3 && GRADUATED) }),
      ),
    }),
  );
  expect([read.isMarked, read.language, read.untagged]).toEqual([true, 'de', []]);
  expect(read.texts('H1')).toEqual(['Rechnung']);
  expect(read.texts('H2')).toEqual(['Von', 'Rechnung an', 'Positionen']);
  expect(read.texts('LI')[0]).toBe('Rechnungsnummer | NOR-014-003');
  expect(read.alternatives).toEqual(['Northwind GmbH']);
  expect(read.texts('TH').slice(0, 5)).toEqual(['Beschreibung', 'Menge', 'Einzelpreis', 'Steuer', 'Betrag']);
  const rows = read.texts('TR');
  expect(rows.slice(1, count + 1).map((row) => row.split(' | ')[0])).toEqual(
    Array.from({ length: count }, (_, index) => `Line ${index}`),
  );
  // Tiers are part of the description of their line.
  expect(rows[4]).toMatch(/^Line 3 .* 0,01 € \| 10,00 € \| 1\.000 \| 20 % \| 10,00 €$/);
  expect(rows.at(-1)).toBe('Zu zahlender Betrag | 12,00 €');
  expect(read.texts('P').at(0)).toContain('Test');
  expect(read.texts('P').at(-1)).toBe('IBAN DE00 1234');
  // Headings that are repeated, marks of further pages and page numbers.
  expect(read.skipped.filter((text) => text === 'Positionen').length).toBeGreaterThan(0);
  expect(read.skipped).toContain('Seite 1 von 3');
});

test('each row of a table has a cell for each column', async () => {
  const { cellsOfRows } = await readAloud(
    invoiceFacts({ fees: [feeFacts(), feeFacts({ id: 'other', units: '0', taxesRatePercent: '0' })] }),
  );
  expect(cellsOfRows.map((rows) => new Set(rows).size)).toEqual(cellsOfRows.map(() => 1));
  expect(cellsOfRows.length).toBeGreaterThan(1);
});
