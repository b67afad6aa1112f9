// The official validator over e-invoices of all kinds: documents-and-emails.md §3; CONTRIBUTING.md "E-invoices".
import { expect, test } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepared } from '../src/modules/documents/composing/e-invoice-parties.js';
import { writeSamples } from './e-invoices/write-samples.js';
import { writeCii } from '../src/core/e-invoicing/cii.js';
import { writeUbl } from '../src/core/e-invoicing/ubl.js';
import { expectPresent } from '../src/platform/expect-present.js';
import { eInvoiceOf } from '../src/modules/documents/composing/e-invoices.js';
import { sampleDocuments } from './support/e-invoices.js';
import { SEED } from './support/property.js';
import { randomDocuments } from './support/random-e-invoices.js';
import { todaysShare } from './support/todays-share.js';

const JARS = process.env['E_INVOICE_JARS'] ?? path.resolve('node_modules/.cache/e-invoice-validator');
const RULES = 'external/schematron/openpeppol/2025.11/xslt/PEPPOL-EN16931-UBL.xslt';
/** The documents are shared out among this many days of `npm test`; `E_INVOICES=all` validates all. */
const DAYS = 8;
const isAll = process.env['E_INVOICES'] === 'all';

const documents = [...sampleDocuments(), ...randomDocuments(isAll ? 300 : 48, SEED)];
const [peppol] = globSync(path.join(JARS, 'peppol/phive-rules-peppol-*.jar'));
const hasJava = spawnSync('java', ['-version']).status === 0;
const canValidate = hasJava && peppol !== undefined && existsSync(path.join(JARS, 'validator'));
if (!canValidate)
  process.stdout.write('E-invoices are not validated: run npm run e-invoice-validator (Java 17, Maven).\n');

test('the documents are at least 110, and none lacks anything', () => {
  expect(documents.length).toBeGreaterThanOrEqual(110);
  expect(new Set(documents.map(({ name }) => name)).size).toBe(documents.length);
  for (const { name, facts } of documents) expect([name, prepared(facts, null).problems]).toEqual([name, []]);
});

test('no element of theirs is empty, each line and party has a name, and the buyer has one number besides', () => {
  const names = { 'cac:Item><cbc:Name': 'cac:Item>', 'cac:PartyName><cbc:Name': 'cac:Party>' };
  for (const { name, facts } of documents) {
    const document = expectPresent(eInvoiceOf(facts) ?? undefined, name);
    const [ubl, cii] = [writeUbl(document), writeCii(document)];
    for (const xml of [ubl, cii]) expect([name, /<([\w:]+)[^<>]*>\s*<\/\1>/.exec(xml)]).toEqual([name, null]);
    for (const [named, whole] of Object.entries(names))
      expect([name, ubl.split(`<${named}>`).length]).toEqual([name, ubl.split(`<${whole}`).length]);
    const [, buyer = ''] = ubl.split('<cac:AccountingCustomerParty>');
    expect([name, buyer.split('<cac:PartyIdentification>').length <= 2]).toEqual([name, true]);
  }
});

(canValidate ? test : test.skip)(
  'the official validator accepts them, in UBL, in CII and within PDF/A-3',
  async () => {
    const chosen = isAll ? documents : todaysShare(documents, DAYS);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'e-invoices-'));
    try {
      const written = await writeSamples(folder, chosen, (name) => isAll || name === chosen[0]?.name);
      const answer = execFileSync(
        'java',
        [
          ...[`-Djava.io.tmpdir=${os.tmpdir()}`, '-cp', path.join(JARS, 'validator', '*')],
          ...[path.resolve('test/e-invoices/Validate.java'), folder, `jar:file:${peppol ?? ''}!/${RULES}`],
        ],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
      );
      const lines = answer.split('\n').filter((line) => line !== '');
      expect(lines.filter((line) => !line.endsWith('\t'))).toEqual([]);
      expect(lines).toHaveLength(written);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  isAll ? 900_000 : 120_000,
);
