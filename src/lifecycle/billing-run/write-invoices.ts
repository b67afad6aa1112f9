import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { composeStandaloneFees } from '../../modules/invoices/composing/fee-composition.js';
import type { FeeService } from '../../modules/invoices/records/fees/fee.service.js';
import type { InvoiceIssuing } from '../../modules/invoices/issuing/invoice-issuing.service.js';
import type { AssembledInvoice } from './assemble-invoices.js';

interface Services {
  readonly issuing: InvoiceIssuing;
  readonly fees: FeeService;
}

/** Issues invoices, and creates the standalone fees of subscriptions that are on none of them. */
export async function writeInvoices(
  tx: Tx,
  actor: Actor,
  { issuing, fees }: Services,
  assembled: readonly AssembledInvoice[],
): Promise<void> {
  if (assembled.length === 0) return;
  const invoices = assembled.map(({ invoice }) => invoice);
  await issuing.issueAll(tx, actor, invoices);
  const standalone = assembled.map(({ invoice, standaloneFees }) => ({ ...invoice, fees: standaloneFees }));
  await fees.createStandalone(tx, actor, standalone.map(composeStandaloneFees));
}
