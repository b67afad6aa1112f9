import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { type PayeeAccount, payeeAccount } from '../billing-entities/bank-accounts/payee-account.js';
import { invoiceAccountRepository } from './files/invoice-account.repository.js';

/** Keeps the accounts to which invoices are paid, as they are when the invoices become final. Source: billing-entities.md §5. */
export class InvoiceAccounts {
  async keep(tx: Tx, { organizationId }: Actor, invoiceIds: readonly string[]): Promise<void> {
    const payable = await invoiceAccountRepository.findPayable(tx, organizationId, invoiceIds);
    const byInvoice = Map.groupBy(payable, ({ invoiceId }) => invoiceId);
    const rows = [...byInvoice].flatMap(([invoiceId, found]) => {
      const [first] = found;
      const accounts = found.map(({ account }) => account);
      const account = first === undefined ? null : payeeAccount(accounts, first, first.currency);
      return account === null ? [] : [{ organizationId, invoiceId, account }];
    });
    await invoiceAccountRepository.insertIfMissing(tx, rows);
  }

  /** The accounts of invoices as they were kept, by invoice id. */
  async ofInvoices(
    db: Db,
    { organizationId }: Actor,
    invoiceIds: readonly string[],
  ): Promise<Map<string, PayeeAccount>> {
    const found = await invoiceAccountRepository.findMany(db, organizationId, invoiceIds);
    return new Map(found.map(({ invoiceId, account }) => [invoiceId, account]));
  }

  /** Deletes what is kept of customers, before their invoices. */
  deleteForGood(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return invoiceAccountRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }
}
