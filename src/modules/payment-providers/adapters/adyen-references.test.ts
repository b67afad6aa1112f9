import { expect, test } from '@jest/globals';
import { documentPart, metadataIn, referenceTo } from './adyen-references.js';

const A = '0190a1b2-0000-7000-8000-00000000a001';
const B = '0190a1b2-0000-7000-8000-00000000b002';
const [SHORT_A, SHORT_B] = ['0190a1b200007000800000000000a001', '0190a1b200007000800000000000b002'];

// Source: integrations.md §15.
test.each([
  [
    'a payment of an invoice',
    referenceTo(['pay', A], documentPart({ svc_invoice_id: B })),
    `pay_${SHORT_A}_inv_${SHORT_B}`,
    { svc_payment_id: A, svc_invoice_id: B },
  ],
  [
    'a payment of a payment request',
    referenceTo(['pay', A], documentPart({ svc_payment_request_id: B })),
    `pay_${SHORT_A}_req_${SHORT_B}`,
    { svc_payment_id: A, svc_payment_request_id: B },
  ],
  [
    'a page of an invoice',
    referenceTo(['inv', A], ['lnk', B]),
    `inv_${SHORT_A}_lnk_${SHORT_B}`,
    { svc_invoice_id: A, svc_payment_link_id: B },
  ],
  ['a registration', referenceTo(['reg', A]), `reg_${SHORT_A}`, { svc_customer_id: A }],
  [
    'a refund',
    referenceTo(['ref', A], ['pay', B]),
    `ref_${SHORT_A}_pay_${SHORT_B}`,
    { svc_refund_id: A, svc_payment_id: B },
  ],
])('%s is named in at most 80 characters, and found by its name', (_, reference, expected, metadata) => {
  expect(reference).toBe(expected);
  expect(reference.length).toBeLessThanOrEqual(80);
  expect(metadataIn(reference)).toEqual(metadata);
});

test.each([
  ['the reference of a shop', 'order-4711'],
  ['nothing', ''],
  ['a word without an id', 'pay'],
  ['an unknown word', `abc_${SHORT_A}`],
  ['a known word before an unknown one', `pay_${SHORT_A}_abc_${SHORT_B}`],
  ['an id with hyphens left', `pay_${A}`.slice(0, 20)],
  ['a member of objects', `constructor_${SHORT_A}`],
])('%s names none of our records', (_, reference) => {
  expect(metadataIn(reference)).toEqual({});
});
