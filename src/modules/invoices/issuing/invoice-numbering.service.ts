import { nextDocumentNumber } from '../../../core/invoicing/numbers/document-number.js';
import {
  draftNumber,
  numberPerBillingEntity,
  numberPerCustomer,
  prefixFor,
} from '../../../core/invoicing/numbers/invoice-number.js';
import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { NumberSeries } from '../../billing-entities/records/number-series.js';
import type { NumberSeriesService } from '../../billing-entities/records/number-series.service.js';
import type { PlannedInvoice } from '../composing/planned-invoice.js';
import { invoiceRepository } from '../records/invoice.repository.js';
import type { Invoice, InvoiceNumbers, UnnumberedInvoice } from '../records/invoice.table.js';

/** An invoice without a number, with its customer and billing entity. */
export interface ToBeNumbered extends Pick<PlannedInvoice, 'customer' | 'billingEntity'> {
  readonly invoice: UnnumberedInvoice;
}

/** Numbers invoices: once, on finalization, and without gaps. Source: invoices.md §5.3. */
export class InvoiceNumbering {
  constructor(private readonly numberSeries: NumberSeriesService) {}

  /** Numbers one invoice; see `numberAll`. */
  async number(tx: Tx, actor: Actor, unnumbered: ToBeNumbered): Promise<Invoice> {
    const [invoice] = await this.numberAll(tx, actor, [unnumbered]);
    return expectPresent(invoice, 'the numbered invoice');
  }

  /**
   * Gives invoices the next numbers in order; an invoice that is not final gets a placeholder. The caller has locked the
   * customers. Call it as late as possible: numbering per billing entity locks the entity, so that all its other customers
   * wait for this transaction.
   */
  async numberAll(tx: Tx, actor: Actor, unnumbered: readonly ToBeNumbered[]): Promise<Invoice[]> {
    const final = unnumbered.filter(({ invoice }) => invoice.finalizedAt !== null);
    const ofCustomers = await this.afterLast(tx, actor, final);
    const ofEntities = await this.blocks(tx, actor, final.filter(isNumberedByEntity));
    return unnumbered.map((each) => {
      const { customer, billingEntity, invoice } = each;
      const { finalizedAt: at } = invoice;
      if (at === null) return { ...invoice, ...draftNumbers(each) };
      const prefix = prefixFor(customer, billingEntity.documentNumberPrefix);
      const sequentialId = ofCustomers.next(counterOf(customer.id, billingEntity.id));
      if (!isNumberedByEntity(each)) {
        const number = numberPerCustomer(prefix, customer.sequentialId, sequentialId);
        return { ...invoice, ...NO_ENTITY_NUMBER, number, sequentialId };
      }
      const place = ofEntities.next(sequenceOf(each));
      const { timezone } = billingEntity;
      return {
        ...invoice,
        ...NO_ENTITY_NUMBER,
        number: numberPerBillingEntity(prefix, { at, timezone }, place),
        sequentialId,
        [PLACES[seriesOf(each)]]: place,
      };
    });
  }

  /**
   * Lets the sequence of a billing entity continue after the number of its issued invoices, now that it numbers them in one.
   * The caller has locked the entity. Source: invoices.md §5.3.
   */
  async beginSequence(tx: Tx, actor: Actor, billingEntityId: string): Promise<void> {
    const issued = await invoiceRepository.countIssued(tx, actor.organizationId, billingEntityId);
    await this.numberSeries.retireInvoiceNumbers(tx, actor, billingEntityId, issued.books);
    await this.numberSeries.skipTestInvoiceNumbers(tx, actor, billingEntityId, issued.test);
  }

  /** Counters that start after the last invoice of each customer with each entity. */
  private async afterLast(tx: Tx, actor: Actor, final: readonly ToBeNumbered[]): Promise<Counters> {
    if (final.length === 0) return new Counters();
    const last = await invoiceRepository.findLastSequentialIds(tx, actor.organizationId, {
      customerIds: [...new Set(final.map(({ customer }) => customer.id))],
      billingEntityIds: [...new Set(final.map(({ billingEntity }) => billingEntity.id))],
    });
    const counters = new Counters();
    const lastOf = new Map(
      last.map((each) => [counterOf(each.customerId, each.billingEntityId), each.sequentialId]),
    );
    for (const { customer, billingEntity } of final) {
      const name = counterOf(customer.id, billingEntity.id);
      counters.startAfter(
        name,
        nextDocumentNumber(lastOf.get(name) ?? 0, customer.documentsNumberedAfter) - 1,
      );
    }
    return counters;
  }

  /** Reserves a block of numbers from each entity, in a fixed order of entities to avoid deadlocks. */
  private async blocks(tx: Tx, actor: Actor, invoices: readonly ToBeNumbered[]): Promise<Counters> {
    const counters = new Counters();
    const bySequence = Map.groupBy(invoices, sequenceOf);
    for (const [sequence, ofOne] of [...bySequence].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const { length: count, 0: first } = ofOne;
      const { billingEntity, ...each } = expectPresent(first, 'an invoice of the sequence');
      const block = { series: seriesOf(each), count };
      const last = await this.numberSeries.takeInvoiceNumbers(tx, actor, billingEntity.id, block);
      counters.startAfter(sequence, last - count);
    }
    return counters;
  }
}

/** Counts separately for each name, starting after its last number, or at 1. */
class Counters {
  private readonly last = new Map<string, number>();

  startAfter(name: string, last: number): void {
    this.last.set(name, last);
  }

  next(name: string): number {
    const next = (this.last.get(name) ?? 0) + 1;
    this.last.set(name, next);
    return next;
  }
}

/** Where an invoice keeps its place in a sequence of its billing entity. */
const PLACES = {
  books: 'entitySequentialId',
  test: 'testEntitySequentialId',
} as const satisfies Record<NumberSeries, keyof InvoiceNumbers>;

const NO_ENTITY_NUMBER = { entitySequentialId: null, testEntitySequentialId: null };

/** The numbers of an invoice that is not final. */
export function draftNumbers({ customer, billingEntity }: Omit<ToBeNumbered, 'invoice'>): InvoiceNumbers {
  const number = draftNumber(prefixFor(customer, billingEntity.documentNumberPrefix));
  return { ...NO_ENTITY_NUMBER, number, sequentialId: null };
}

/** Customers on test clocks take no number of the books (invoices.md §5.3). */
function seriesOf({ customer }: Pick<ToBeNumbered, 'customer'>): NumberSeries {
  return customer.testClockId === null ? 'books' : 'test';
}

/** Identifies a sequence. They are in the order of their entities. */
function sequenceOf(each: ToBeNumbered): string {
  return `${each.billingEntity.id} ${seriesOf(each)}`;
}

function isNumberedByEntity({ billingEntity, invoice }: ToBeNumbered): boolean {
  return !invoice.selfBilled && billingEntity.documentNumbering === 'per_billing_entity';
}

function counterOf(customerId: string, billingEntityId: string): string {
  return `${billingEntityId} ${customerId}`;
}
