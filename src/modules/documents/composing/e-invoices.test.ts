// Which facts an e-invoice has: documents-and-emails.md §3.
import { describe, expect, test } from '@jest/globals';
import { attachmentsOf, textOf } from '../../../../test/support/documents.js';
import {
  ACCOUNT,
  feeFacts,
  invoiceFacts,
  ISSUER,
  LOCAL_ACCOUNT,
  RECIPIENT,
} from '../../../../test/support/document-facts.js';
import { writeCii } from '../../../core/e-invoicing/cii.js';
import { taxSubTotals } from '../../../core/e-invoicing/e-invoice.js';
import type { CreditNoteFacts } from '../facts/document-facts.js';
import type { IssuerDetails } from '../facts/issuer-details.js';
import { Fonts } from '../rendering/fonts/fonts.js';
import { renderDocument } from '../rendering/render-document.js';
import { creditNoteAsEInvoice, invoiceAsEInvoice } from './e-invoices.js';

const facts = (...args: Parameters<typeof invoiceFacts>) => invoiceAsEInvoice(invoiceFacts(...args));

describe('an invoice', () => {
  test.each([
    [{ invoiceType: 'subscription' as const }, '380'],
    [{ invoiceType: 'credit' as const }, '386'],
    [{ selfBilled: true }, '389'],
  ])('the e-invoice of an invoice has the type code of its kind: %j', (invoice, typeCode) => {
    expect(facts({ invoice }).typeCode).toBe(typeCode);
  });

  test('the e-invoice of an invoice on a test clock says that it is none, in the language of the document', () => {
    expect([facts({}).note, facts({ isTest: true, locale: 'fr' }).note]).toEqual([
      null,
      'Test – ceci n’est pas une facture',
    ]);
  });

  test('the e-invoice of an invoice has the customer as seller when it is self-billed', () => {
    const { seller, buyer } = facts({ invoice: { selfBilled: true } });
    expect([seller.name, buyer.name]).toEqual([RECIPIENT.name, ISSUER.name]);
  });

  test('the e-invoice of an invoice names the IBAN of its account, else its number in the country; a self-billed one names no account', () => {
    const holder = 'Northwind GmbH';
    expect([ACCOUNT, LOCAL_ACCOUNT, null].map((account) => facts({ account }).payee)).toEqual([
      { number: 'DE89370400440532013000', isIban: true, holder, bank: 'COBADEFFXXX' },
      { number: '0001234567', isIban: false, holder, bank: '021000021' },
      null,
    ]);
    expect(facts({ account: ACCOUNT, invoice: { selfBilled: true } }).payee).toBeNull();
  });

  test('the e-invoice of an invoice names the order of the buyer, else the customer', () => {
    expect(facts().buyerReference).toBe('blue-whale');
    expect(facts({ invoice: { purchaseOrderNumber: 'PO 7' } }).buyerReference).toBe('PO 7');
  });

  test('the e-invoice of an invoice counts progressive billing credits as allowances, prepaid credits and credit notes as paid', () => {
    const { totals } = facts({
      invoice: {
        couponsAmountCents: 10n,
        progressiveBillingCreditAmountCents: 20n,
        prepaidCreditAmountCents: 40n,
        creditNotesAmountCents: 80n,
      },
    });
    expect([totals.allowancesCents, totals.prepaidCents]).toEqual([30n, 120n]);
  });

  test('the e-invoice of an invoice has a line for each fee, free ones as well', () => {
    const { lines } = facts({
      fees: [feeFacts(), feeFacts({ id: 'free', amountCents: 0n, feeType: 'credit' })],
    });
    expect(lines.map(({ tax }) => tax.category)).toEqual(['S', 'E']);
  });
});

describe('a credit note', () => {
  const { locale, timezone, finalizedAt, isDraft, isTest, issuer, recipient } = invoiceFacts();
  const note: CreditNoteFacts = {
    documentType: 'credit_note',
    ...{ locale, timezone, finalizedAt, isDraft, isTest, issuer, recipient },
    note: {
      number: 'NOR-014-003-CN001',
      currency: 'EUR',
      issuingDate: '2026-06-05',
      reason: 'other',
      description: null,
      couponsAdjustmentAmountCents: 50n,
      subTotalExcludingTaxesAmountCents: 450n,
      taxesAmountCents: 90n,
      totalAmountCents: 540n,
      creditAmountCents: 540n,
      refundAmountCents: 0n,
      offsetAmountCents: 0n,
    },
    invoice: {
      number: 'NOR-014-003',
      issuingDate: '2026-06-01',
      purchaseOrderNumber: null,
      selfBilled: false,
    },
    items: [
      { amountCents: 500n, preciseAmountCents: '500', fee: feeFacts({ preciseCouponsAmountCents: '100' }) },
    ],
    taxes: [
      { taxCode: 'vat', taxName: 'VAT', taxRatePercent: '20', amountCents: 90n, baseAmountCents: 450n },
    ],
  };

  test('the e-invoice of a credit note corrects its invoice, less its share of the coupons', () => {
    const document = creditNoteAsEInvoice(note);
    expect([document.typeCode, document.precedingInvoice]).toEqual([
      '381',
      { number: 'NOR-014-003', issuedOn: '2026-06-01' },
    ]);
    expect(taxSubTotals(document)).toMatchObject([
      { category: 'S', allowanceCents: 50n, taxableCents: 450n, taxCents: 90n },
    ]);
  });

  test('the e-invoice of a credit note has both files if its issuer sends e-invoices', async () => {
    const fonts = new Fonts();
    const task = { facts: { ...note, issuer: { ...ISSUER, einvoicing: true } }, mostLines: 100 };
    const [xml, pdf] = await renderDocument(task, fonts);
    expect([xml?.format, pdf?.format]).toEqual(['xml', 'pdf']);
    expect(new TextDecoder().decode(xml?.content)).toContain('<cbc:ID>NOR-014-003-CN001</cbc:ID>');
    expect(await textOf(pdf?.content ?? new Uint8Array())).toContain('Total credited €5.40');
    const [plain, ...others] = await renderDocument({ ...task, facts: note }, fonts);
    expect([plain?.format, others]).toEqual(['pdf', []]);
    expect(await attachmentsOf(plain?.content ?? new Uint8Array())).toEqual({});
  });
});

describe('the PDF of an e-invoice', () => {
  const fonts = new Fonts();
  const pdfOf = async (over: Partial<IssuerDetails> = {}) => {
    const issuer = { ...ISSUER, einvoicing: true, ...over };
    const files = await renderDocument({ facts: invoiceFacts({ issuer }), mostLines: 100 }, fonts);
    return files.find(({ format }) => format === 'pdf')?.content ?? new Uint8Array();
  };

  test('the PDF of an e-invoice carries the same data in CII', async () => {
    const { 'factur-x.xml': cii = '' } = await attachmentsOf(await pdfOf());
    expect(cii).toBe(writeCii(facts({ issuer: { ...ISSUER, einvoicing: true } })));
  });

  test('the PDF of an e-invoice is a PDF/A-3, and says what it carries', async () => {
    const bytes = Buffer.from(await pdfOf()).toString('latin1');
    for (const part of [
      '/S /GTS_PDFA1',
      '/AFRelationship /Alternative',
      '/Subtype /text#2Fxml',
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<pdfaProperty:name>ConformanceLevel</pdfaProperty:name>',
    ])
      expect(bytes).toContain(part);
  });

  test('the PDF of an e-invoice escapes names in its metadata', async () => {
    const bytes = Buffer.from(await pdfOf({ name: 'A & B <C>' })).toString('latin1');
    expect(bytes).toContain('<rdf:li>A &amp; B &lt;C&gt;</rdf:li>');
    expect(bytes).toContain('(A & B <C>)');
  });

  test('the PDF of an e-invoice has the same bytes each time', async () => {
    expect(Buffer.from(await pdfOf()).equals(await pdfOf())).toBe(true);
  });

  test.each([
    ['three colors', 3, true],
    ['four colors, which PDF/A does not define', 4, false],
  ])('the PDF of an e-invoice shows a JPEG logo of %s: %#', async (_what, channels, isShown) => {
    const bytes = Uint8Array.from([
      ...[0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 2, 0xff, 0xc0, 0, 8 + 3 * channels, 8, 0, 20, 0, 40, channels],
      ...Array.from({ length: channels }, (_, index) => [index + 1, 0x11, 0]).flat(),
      ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0xff, 0xd9],
    ]);
    const pdf = Buffer.from(await pdfOf({ logo: { contentType: 'image/jpeg', bytes } })).toString('latin1');
    expect(pdf.includes('/Subtype /Image')).toBe(isShown);
  });
});
