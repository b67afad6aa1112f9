import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import type { RecordableType } from '../recorded-document.input.js';

/** A document, and the customer that it belongs to. */
export interface OwnDocument {
  readonly id: string;
  readonly customerId: string;
}

/** Finds documents, customers and subscriptions that users name by their kind and id. */
export class OwnDocuments {
  constructor(
    private readonly needs: Pick<
      IntegrationDocumentsNeeds,
      'creditNotes' | 'customers' | 'invoices' | 'payments' | 'subscriptions'
    >,
  ) {}

  /** @throws AppError `<type>_not_found`. */
  async get(db: Db, actor: Actor, type: RecordableType, id: string): Promise<OwnDocument> {
    const { creditNotes, customers, invoices, payments, subscriptions } = this.needs;
    switch (type) {
      case 'customer': {
        const customer = await customers.get(db, actor, { id });
        return { id: customer.id, customerId: customer.id };
      }
      case 'invoice':
        return invoices.get(db, actor, id);
      case 'credit_note':
        return creditNotes.get(db, actor, id);
      case 'payment': {
        const payment = isUuid(id)
          ? (await payments.getMany(db, actor, [id])).get(id.toLowerCase())
          : undefined;
        if (payment === undefined) throw notFound('payment');
        return payment;
      }
      case 'subscription':
        return subscriptions.get(db, actor, { id });
    }
  }
}
