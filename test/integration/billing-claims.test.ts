// The database refuses to bill a time twice, whatever the program does.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BillingWindows } from '../../src/core/invoicing/subscriptions/billing-windows.js';
import type { InvoicePart } from '../../src/modules/invoices/composing/planned-invoice.js';
import type { Client } from '../support/client.js';
import { type BilledCustomer, billedCustomer, plannedInvoice, issue, partOf } from '../support/invoices.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const days = (from: string, to: string) => ({
  from: new Date(`2027-${from}T00:00:00Z`),
  to: new Date(`2027-${to}T00:00:00Z`),
});
const JANUARY = days('01-01', '02-01');
const FEBRUARY = days('02-01', '03-01');
/** Holds days of both. */
const BETWEEN = days('01-15', '02-15');

type Windows = Pick<BillingWindows, 'charges' | 'fixedCharges'>;

function bill(
  billed: BilledCustomer,
  windows: Windows,
  invoicingReason: InvoicePart['invoicingReason'] = 'subscription_periodic',
) {
  // The plan's own window may begin again, where the zone has changed.
  const part = partOf(billed, { invoicingReason, windows: { subscription: JANUARY, ...windows } });
  return issue(billed, plannedInvoice(billed, { parts: [part] }));
}

const OVERLAP = { cause: { code: '23P01' } };

test('usage is claimed once, by whatever bills it', async () => {
  const billed = await billedCustomer(server, client);
  await bill(billed, { charges: JANUARY, fixedCharges: null });
  await bill(billed, { charges: FEBRUARY, fixedCharges: null });
  for (const reason of ['subscription_periodic', 'subscription_terminating'] as const) {
    await expect(bill(billed, { charges: BETWEEN, fixedCharges: null }, reason)).rejects.toMatchObject(
      OVERLAP,
    );
  }
  // These claim none.
  await bill(billed, { charges: days('01-15', '01-15'), fixedCharges: null }, 'subscription_terminating');
  await bill(billed, { charges: BETWEEN, fixedCharges: null }, 'subscription_starting');
  await bill(billed, { charges: BETWEEN, fixedCharges: null }, 'in_advance_charge');
  // Nor does another subscription.
  await bill(await billedCustomer(server, client), { charges: BETWEEN, fixedCharges: null });
});

test('fixed charges are claimed once, beside usage', async () => {
  const billed = await billedCustomer(server, client);
  await bill(billed, { charges: JANUARY, fixedCharges: null });
  await bill(billed, { charges: null, fixedCharges: JANUARY });
  await bill(billed, { charges: null, fixedCharges: FEBRUARY });
  await expect(bill(billed, { charges: null, fixedCharges: BETWEEN })).rejects.toMatchObject(OVERLAP);
  await expect(bill(billed, { charges: BETWEEN, fixedCharges: BETWEEN })).rejects.toMatchObject(OVERLAP);
});
