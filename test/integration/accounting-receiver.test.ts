// The example receiver of the accounting feed: docs/accounting-feed.md.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountingReceiver, type Books } from '../../examples/accounting-receiver.js';
import { HttpAccountingProvider } from '../../src/modules/integrations/adapters/accounting/http-accounting-provider.js';
import type { CalledConnection } from '../../src/modules/integrations/adapters/calls/called-connection.js';
import { JsonCalls } from '../../src/modules/integrations/adapters/calls/json-calls.js';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { systemClock } from '../../src/platform/clock.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { allocation, firstTry, invoiceA, payment, prepaidCredits } from '../support/accounting-documents.js';

const secret = newSigningSecret();
const calls = new JsonCalls(new OutgoingHttp({ allowPrivateNetworks: true }), systemClock, {
  inTurn: (_connection, _timeoutMs, send) => send(),
});
const provider = new HttpAccountingProvider(calls, systemClock);

let receiver: Server;
let books: Books;
let connection: CalledConnection;

beforeEach(async () => {
  books = { balances: new Map(), booked: new Set() };
  receiver = accountingReceiver(secret, books).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  connection = {
    organizationId: 'organization',
    id: 'connection',
    type: 'http_accounting',
    externalIds: {},
    settings: { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` },
    secrets: {},
    signingSecrets: [secret],
  };
});
afterEach(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

test('the example receiver books each message once, and the invoice of the specification ends settled', async () => {
  for (let times = 0; times < 2; times += 1)
    await provider.putInvoice(connection, invoiceA(), firstTry('invoice'));
  await provider.allocate(connection, allocation(), firstTry('allocation'));
  await provider.putPayment(connection, prepaidCredits(), firstTry('credits'));
  await provider.putPayment(connection, payment(), firstTry('payment'));
  expect(books.balances.get('receivable')).toBe(0);
  expect(books.balances.get('revenue')).toBe(-17_350);
  expect(books.booked.size).toBe(4);
});

test('the example receiver takes the secret before a rotation, and refuses any other', async () => {
  const rotated = { ...connection, signingSecrets: [newSigningSecret(), secret] };
  expect(await provider.putInvoice(rotated, invoiceA(), firstTry('invoice'))).toMatchObject({
    externalId: 'invoice',
  });
  const forged = { ...connection, signingSecrets: [newSigningSecret()] };
  await expect(provider.putInvoice(forged, invoiceA(), firstTry('forged'))).rejects.toMatchObject({
    errorCode: 'unauthorized',
  });
  expect(books.booked.size).toBe(1);
});
