import { describe, expect, test } from '@jest/globals';
import { invoiceFacts, ISSUER, RECIPIENT } from '../../../../test/support/document-facts.js';
import type { DocumentFacts } from '../facts/document-facts.js';
import { prepared } from './e-invoice-parties.js';

const issuer = { ...ISSUER, einvoicing: true };
const EMPTY = {
  ...RECIPIENT,
  ...{ address: {}, email: null, legalNumber: null, taxIdentificationNumber: null, identifiers: [] },
};
const dutch = { ...issuer, address: { ...ISSUER.address, country: 'NL' }, legalNumber: '12345678' };
const DUTCH_BUYER = { country: 'NL', addressLine1: 'Dam 1', city: 'Amsterdam', zipcode: '1012' };

const facts = (over: Partial<DocumentFacts>) => invoiceFacts({ issuer, ...(over as object) });

describe('a document whose parties were kept', () => {
  test('a document whose parties were kept has what they lacked as it is now, and nothing else', () => {
    const now = facts({ recipient: { ...RECIPIENT, name: 'Later', legalNumber: '1' } });
    const kept = { ...RECIPIENT, address: { ...RECIPIENT.address, city: ' ' } };
    const { facts: made, problems } = prepared(now, { locale: 'de', issuer, recipient: kept });
    expect(problems).toEqual([]);
    expect(made.locale).toBe('de');
    expect(made.recipient).toEqual({ ...kept, address: { ...kept.address, city: 'Nantes' } });
  });

  test('a document whose parties were kept asks for more when what is filled has rules of its own', () => {
    const kept = { locale: 'en', issuer: dutch, recipient: EMPTY };
    const filled = {
      ...EMPTY,
      address: { country: 'NL' },
      identifiers: [{ scheme: '0106', value: '12345678' }],
    };
    expect(prepared(facts({ issuer: dutch, recipient: filled }), kept).problems).toEqual([
      ...['address_line1', 'city', 'zipcode'],
    ]);
    const whole = { ...filled, address: DUTCH_BUYER };
    expect(prepared(facts({ issuer: dutch, recipient: whole }), kept).problems).toEqual([]);
  });

  test('a document whose parties were kept takes a number in place of one that its register cannot have given', () => {
    const recipient = {
      ...EMPTY,
      ...{ address: DUTCH_BUYER, legalNumber: 'KvK', taxIdentificationNumber: 'NL123456789B01' },
    };
    const kept = { locale: 'en', issuer: dutch, recipient };
    expect(prepared(facts({ issuer: dutch, recipient }), kept).problems).toEqual(['legal_number']);
    const now = facts({ issuer: dutch, recipient: { ...recipient, legalNumber: '12345678' } });
    expect(prepared(now, kept)).toMatchObject({
      problems: [],
      facts: { recipient: { legalNumber: '12345678' } },
    });
  });

  test('a document whose parties were kept stays an e-invoice when the billing entity stops to issue them', () => {
    const now = facts({ issuer: ISSUER });
    expect(prepared(now, { locale: 'en', issuer, recipient: RECIPIENT }).problems).toEqual([]);
    expect(prepared(now, null).problems).toBeNull();
  });
});

test.each([
  ['a customer without anything', { recipient: EMPTY }, ['country', 'city', 'zipcode', 'identifiers']],
  ['a seller without its number', { issuer: { ...issuer, phone: null } }, ['billing_entity_phone']],
  [
    'a supply within the EU to a buyer without VAT number',
    {
      recipient: { ...RECIPIENT, taxIdentificationNumber: null },
      fees: invoiceFacts().fees.map((fee) => ({
        ...fee,
        taxesRatePercent: '0',
        tax: { category: 'K' as const, exemptionReason: null },
      })),
    },
    ['tax_identification_number'],
  ],
  [
    'a self-billed document, whose seller is the customer',
    { recipient: EMPTY, invoice: { ...invoiceFacts().invoice, selfBilled: true } },
    ['country', 'tax_identification_number', 'city', 'zipcode', 'phone', 'email'],
  ],
])('%s', (_case, over, problems) => {
  expect(prepared(invoiceFacts({ issuer, ...over }), null).problems).toEqual(problems);
});
