// Where everything stands on the pages of twelve documents: documents-and-emails.md §2; CONTRIBUTING.md "Golden documents".
import { afterAll, expect, test } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Fonts } from '../src/modules/documents/rendering/fonts/fonts.js';
import { paidCopyOf } from '../src/modules/documents/rendering/paid-copy.js';
import { renderDocument } from '../src/modules/documents/rendering/render-document.js';
import { GOLDEN_DOCUMENTS, type GoldenDocument } from './support/golden-documents.js';
import { layoutOf } from './support/page-layout.js';

const FOLDER = path.resolve('test/golden-documents');
/** `GOLDEN=write` replaces what is expected; `PICTURES=<folder>` draws the pages, for those who look at them. */
const isWriting = process.env['GOLDEN'] === 'write';
const pictures = process.env['PICTURES'];
const fonts = new Fonts();

async function pdfOf({ facts, isPaidCopy = false }: GoldenDocument): Promise<Uint8Array> {
  const files = await renderDocument({ facts, mostLines: 1_000 }, fonts);
  const pdf = files.find(({ format }) => format === 'pdf')?.content ?? new Uint8Array();
  return isPaidCopy ? paidCopyOf(pdf) : pdf;
}

test.each(GOLDEN_DOCUMENTS)('$name looks as before', async (document) => {
  const pdf = await pdfOf(document);
  const file = path.join(FOLDER, `${document.name}.txt`);
  const layout = await layoutOf(pdf);
  if (isWriting) writeFileSync(file, layout);
  if (pictures !== undefined) draw(document.name, pdf, pictures);
  expect(layout).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '');
});

test('the documents are twelve, of every kind and size of paper', () => {
  expect(GOLDEN_DOCUMENTS).toHaveLength(12);
});

function draw(name: string, pdf: Uint8Array, folder: string): void {
  if (spawnSync('pdftoppm', ['-v']).status !== 0) return;
  mkdirSync(folder, { recursive: true });
  execFileSync('pdftoppm', ['-r', '80', '-png', '-', path.join(folder, name)], { input: pdf });
}

afterAll(() => {
  if (pictures !== undefined && spawnSync('pdftoppm', ['-v']).status !== 0)
    process.stdout.write('Pages are not drawn: pdftoppm (poppler) is missing.\n');
});
