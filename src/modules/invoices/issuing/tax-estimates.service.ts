import { Big } from '../../../core/money/decimal.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { ProvidedLine } from '../../integrations/adapters/tax/tax-provider.js';
import { taxEstimateRepository } from '../records/tax-estimate.repository.js';
import type { StoredTaxLine } from '../records/tax-estimate.table.js';

/** What a provider has last answered about an invoice, and when it was last asked. */
export interface TaxEstimate {
  /** Identifies the request that was answered; null before the first answer. */
  readonly requestHash: string | null;
  /** Of each line that was sent, in their order. */
  readonly answered: readonly Omit<ProvidedLine, 'id'>[];
  readonly requestedAt: Date;
}

/**
 * Keeps the estimates of taxes of drafts and open invoices, so that a provider is not asked twice about the same. Whoever writes or
 * deletes one has locked the customer.
 */
export class TaxEstimates {
  /** Null if no provider was asked about the invoice yet. */
  async find(db: Db, { organizationId }: Actor, invoiceId: string): Promise<TaxEstimate | null> {
    const stored = await taxEstimateRepository.find(db, organizationId, invoiceId);
    if (stored === null) return null;
    const { requestHash, answeredLines, requestedAt } = stored;
    return { requestHash, requestedAt, answered: answeredLines.map(lineOf) };
  }

  /** Records that a provider is asked about an invoice. */
  noteRequest(tx: Tx, { organizationId }: Actor, invoiceId: string, requestedAt: Date): Promise<void> {
    return taxEstimateRepository.put(tx, { organizationId, invoiceId }, { requestedAt });
  }

  /** Stores an answer. */
  store(
    tx: Tx,
    { organizationId }: Actor,
    invoiceId: string,
    { requestHash, answered, requestedAt }: TaxEstimate,
  ): Promise<void> {
    const answeredLines = answered.map(storedLine);
    return taxEstimateRepository.put(
      tx,
      { organizationId, invoiceId },
      { requestedAt, requestHash, answeredLines },
    );
  }

  /** Deletes the estimates of customers who have left the connection that made them. */
  deleteOfCustomers(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return taxEstimateRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }
}

function storedLine({ taxAmount, taxes }: Omit<ProvidedLine, 'id'>): StoredTaxLine {
  return {
    taxAmount: taxAmount.toFixed(),
    taxes: taxes.map(({ code, name, description, ratePercent, amount, taxableAmount }) => ({
      code,
      name,
      description,
      ratePercent: ratePercent.toFixed(),
      amount: amount.toFixed(),
      taxableAmount: taxableAmount?.toFixed() ?? null,
    })),
  };
}

function lineOf({ taxAmount, taxes }: StoredTaxLine): Omit<ProvidedLine, 'id'> {
  return {
    taxAmount: new Big(taxAmount),
    taxes: taxes.map(({ ratePercent, amount, taxableAmount, ...tax }) => ({
      ...tax,
      ratePercent: new Big(ratePercent),
      amount: new Big(amount),
      taxableAmount: taxableAmount === null ? null : new Big(taxableAmount),
    })),
  };
}
