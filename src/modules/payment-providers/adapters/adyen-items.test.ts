// Messages of Adyen: integrations.md §15.
import { describe, expect, test } from '@jest/globals';
import { eventIdOf, eventsOfItem, isSigned, itemsIn, signedText } from './adyen-items.js';
import type { Fields } from '../../../platform/outgoing/received-fields.js';

const KEY = '000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F';
const INVOICE = '0190a1b2-0000-7000-8000-00000000a001';
const LINK = '0190a1b2-0000-7000-8000-00000000b002';
const ITEM: Fields = {
  eventCode: 'AUTHORISATION',
  success: 'true',
  pspReference: 'QFQTPCQ8HXSKGK82',
  merchantAccountCode: 'TollgateTest',
  merchantReference: 'inv_0190a1b200007000800000000000a001_lnk_0190a1b200007000800000000000b002',
  amount: { value: 12_578, currency: 'EUR' },
  eventDate: '2027-05-01T10:00:00+02:00',
  additionalData: {
    hmacSignature: 'CRCEXHju8VOPVNnSAbGcw3yx88CDrm2XUQ+ae2yCgPY=',
    'tokenization.storedPaymentMethodId': 'M5N7',
  },
};
const itemWith = (over: Fields, additional: Fields = {}): Fields => ({
  ...ITEM,
  ...over,
  additionalData: { ...(ITEM['additionalData'] as Fields), ...additional },
});

describe('signatures', () => {
  test('the text that is signed, and its signature, are those of the test vector', () => {
    expect(signedText(ITEM)).toBe(
      'QFQTPCQ8HXSKGK82::TollgateTest:inv_0190a1b200007000800000000000a001_lnk_0190a1b200007000800000000000b002:12578:EUR:AUTHORISATION:true',
    );
    expect(isSigned(ITEM, KEY)).toBe(true);
  });

  test.each<[string, Fields]>([
    ['another amount', itemWith({ amount: { value: 12_579, currency: 'EUR' } })],
    ['another currency', itemWith({ amount: { value: 12_578, currency: 'USD' } })],
    ['no amount', itemWith({ amount: null })],
    ['another reference', itemWith({ merchantReference: 'inv_other' })],
    ['another success', itemWith({ success: 'false' })],
    ['no signature', itemWith({}, { hmacSignature: null })],
    ['a signature that is cut', itemWith({}, { hmacSignature: 'CRCEXHju8VOPVNnSAbGcw3yx88' })],
    ['a signature that is none', itemWith({}, { hmacSignature: 5 })],
    ['no additional data', { ...ITEM, additionalData: [] }],
  ])('an item with %s is not signed', (_, item) => {
    expect(isSigned(item, KEY)).toBe(false);
  });

  test('an item is not signed by another key', () => {
    expect(isSigned(ITEM, KEY.replace('00', '01'))).toBe(false);
  });
});

test('the items of a message are read; a text that is no message has none', () => {
  const body = JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: ITEM }, 5] });
  expect(itemsIn(body)).toEqual([ITEM, {}]);
  for (const text of ['x', 'null', '5', '{}', '{"notificationItems":{}}']) expect(itemsIn(text)).toBeNull();
});

test('an item is named by what it is about, its kind and its success', () => {
  expect(eventIdOf(ITEM)).toBe('QFQTPCQ8HXSKGK82:AUTHORISATION:true');
  expect(eventIdOf(itemWith({ success: 'false' }))).toBe('QFQTPCQ8HXSKGK82:AUTHORISATION:false');
});

const about = { originalReference: 'PSP_OF_PAYMENT', merchantReference: '' };
const reference = (text: string) => ({ merchantReference: text });
const REGISTRATION = {
  amount: { value: 0, currency: 'EUR' },
  ...reference('reg_0190a1b200007000800000000000a001'),
};

describe('events', () => {
  test.each<[string, Fields, object]>([
    [
      'an authorisation on a page',
      ITEM,
      {
        type: 'payment',
        providerPaymentId: 'QFQTPCQ8HXSKGK82',
        status: 'succeeded',
        providerStatus: 'Authorised',
        amountCents: 12_578n,
        currency: 'EUR',
        metadata: { svc_invoice_id: INVOICE, svc_payment_link_id: LINK },
        providerCustomerId: null,
        providerMethodId: 'M5N7',
        at: new Date('2027-05-01T08:00:00Z'),
      },
    ],
    [
      'an authorisation of a stored method',
      itemWith(reference('pay_0190a1b200007000800000000000b002_inv_0190a1b200007000800000000000a001'), {
        'recurring.shopperReference': 'shopper',
      }),
      {
        metadata: { svc_payment_id: LINK, svc_invoice_id: INVOICE },
        providerCustomerId: 'shopper',
        providerMethodId: null,
      },
    ],
    [
      'an authorisation of another currency',
      itemWith({ amount: { value: 1_234_500, currency: 'ISK' } }),
      { amountCents: 12_345n },
    ],
    [
      'an authorisation that failed',
      itemWith({ success: 'false', reason: 'Not enough balance' }),
      { status: 'failed', error: { message: 'Not enough balance', errorCode: 'Not enough balance' } },
    ],
    [
      'a registration',
      itemWith(REGISTRATION, { 'tokenization.shopperReference': 'shopper' }),
      { type: 'method_added', providerCustomerId: 'shopper', providerMethodId: 'M5N7' },
    ],
    [
      'a registration without the shopper, and with the older name of the method',
      itemWith(REGISTRATION, {
        'tokenization.storedPaymentMethodId': null,
        'recurring.recurringDetailReference': 'M6',
      }),
      { type: 'method_added', providerCustomerId: INVOICE, providerMethodId: 'M6' },
    ],
    [
      'a cancellation',
      itemWith({ eventCode: 'CANCELLATION', ...about }),
      { type: 'payment', providerPaymentId: 'PSP_OF_PAYMENT', status: 'failed' },
    ],
    [
      'a cancellation by reference',
      itemWith({ eventCode: 'TECHNICAL_CANCEL', ...about }),
      { type: 'payment', providerPaymentId: 'PSP_OF_PAYMENT', status: 'failed' },
    ],
    [
      'a capture that failed',
      itemWith({ eventCode: 'CAPTURE_FAILED', ...about }),
      { type: 'dispute_lost', providerPaymentId: 'PSP_OF_PAYMENT', reason: 'capture_failed' },
    ],
    [
      'a refund',
      itemWith({
        eventCode: 'REFUND',
        ...reference('ref_0190a1b200007000800000000000b002_pay_0190a1b200007000800000000000a001'),
      }),
      {
        type: 'refund',
        providerRefundId: 'QFQTPCQ8HXSKGK82',
        status: 'succeeded',
        error: null,
        metadata: { svc_refund_id: LINK },
      },
    ],
    [
      'a refund that was refused',
      itemWith({ eventCode: 'REFUND', success: 'false', reason: 'Insufficient balance' }),
      { type: 'refund', status: 'failed', error: { message: 'Insufficient balance' } },
    ],
    ['a refund that failed', itemWith({ eventCode: 'REFUND_FAILED' }), { type: 'refund', status: 'failed' }],
    [
      'a refund that came back',
      itemWith({ eventCode: 'REFUNDED_REVERSED' }),
      { type: 'refund', status: 'failed' },
    ],
    ...['CHARGEBACK', 'SECOND_CHARGEBACK', 'PREARBITRATION_LOST', 'DISPUTE_DEFENSE_PERIOD_ENDED'].flatMap(
      (eventCode) =>
        ['Lost', 'Accepted', 'Expired'].map((disputeStatus): [string, Fields, object] => [
          `${eventCode}, ${disputeStatus}`,
          itemWith({ eventCode, ...about, reason: 'Fraud' }, { disputeStatus }),
          { type: 'dispute_lost', providerPaymentId: 'PSP_OF_PAYMENT', reason: 'Fraud' },
        ]),
    ),
  ])('%s says one thing', (_, item, event) => {
    expect(eventsOfItem(item)).toMatchObject([event]);
  });

  test.each<[string, Fields]>([
    ['a registration that failed', itemWith({ ...REGISTRATION, success: 'false' })],
    [
      'a registration without a method',
      itemWith(REGISTRATION, { 'tokenization.storedPaymentMethodId': null }),
    ],
    [
      'an authorisation of nothing that registers nobody',
      itemWith({ amount: { value: 0, currency: 'EUR' } }),
    ],
    ['an authorisation without an id', itemWith({ pspReference: null })],
    ['a cancellation that failed', itemWith({ eventCode: 'CANCELLATION', ...about, success: 'false' })],
    ['a cancellation of nothing', itemWith({ eventCode: 'TECHNICAL_CANCEL' })],
    ['a failed capture that is none', itemWith({ eventCode: 'CAPTURE_FAILED', ...about, success: 'false' })],
    ['a failed refund that is none', itemWith({ eventCode: 'REFUND_FAILED', success: 'false' })],
    ['a chargeback that can be defended', itemWith({ eventCode: 'CHARGEBACK', ...about })],
    [
      'a chargeback without a payment',
      itemWith({ eventCode: 'CHARGEBACK', originalReference: null }, { disputeStatus: 'Lost' }),
    ],
    ['a capture', itemWith({ eventCode: 'CAPTURE', ...about })],
    ['a report', itemWith({ eventCode: 'REPORT_AVAILABLE' })],
    ['an item without a kind', itemWith({ eventCode: null })],
  ])('%s says nothing', (_, item) => {
    expect(eventsOfItem(item)).toEqual([]);
  });
});
