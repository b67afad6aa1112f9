import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeCii } from '../../src/core/e-invoicing/cii.js';
import { writeUbl } from '../../src/core/e-invoicing/ubl.js';
import { eInvoiceOf } from '../../src/modules/documents/composing/e-invoices.js';
import { Fonts } from '../../src/modules/documents/rendering/fonts/fonts.js';
import { paidCopyOf } from '../../src/modules/documents/rendering/paid-copy.js';
import { renderDocument } from '../../src/modules/documents/rendering/render-document.js';
import type { SampleDocument } from '../support/e-invoices.js';

/** Writes the files of documents to a folder, named for the rules that they follow. @returns their number. */
export async function writeSamples(
  folder: string,
  documents: readonly SampleDocument[],
  hasPdf: (name: string) => boolean,
): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const fonts = new Fonts();
  let written = 0;
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(path.join(folder, name), content);
    written += 1;
  };
  for (const { name, facts } of documents) {
    const document = eInvoiceOf(facts);
    if (document === null) throw new Error(`${name} is no e-invoice.`);
    write(`${name}${document.profile === 'peppol_bis_3' ? '.peppol' : ''}.ubl.xml`, writeUbl(document));
    write(`${name}.cii.xml`, writeCii(document));
    if (!hasPdf(name)) continue;
    const pdf = (await renderDocument({ facts, mostLines: 100 }, fonts)).find(
      ({ format }) => format === 'pdf',
    );
    if (pdf === undefined) continue;
    write(`${name}.pdf`, pdf.content);
    if (name === documents[0]?.name) write(`${name}.paid.pdf`, paidCopyOf(pdf.content));
  }
  return written;
}
