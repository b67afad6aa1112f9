import type { Actor } from '../../../platform/actor.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { DataExportsNeeds } from '../data-exports.needs.js';
import { creditNoteOrders } from '../../credit-notes/records/credit-note.list.js';
import type { CreditNoteFilter } from '../../credit-notes/records/credit-note-filter.input.js';
import type { CreditNote, CreditNoteItem } from '../../credit-notes/records/credit-note.table.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import { invoiceOrders } from '../../invoices/records/invoice.list.js';
import type { InvoiceFilter } from '../../invoices/records/invoice.input.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { Cell } from '../csv-text.js';
import type { DataExport } from '../data-export.table.js';
import { restoredFilter } from '../stored-query.js';
import {
  type Columns,
  CREDIT_NOTE_COLUMNS,
  CREDIT_NOTE_ITEM_COLUMNS,
  type CreditNoteItemRow,
  type CreditNoteRow,
  type FeeRow,
  INVOICE_COLUMNS,
  INVOICE_FEE_COLUMNS,
  type InvoiceRow,
} from './columns.js';

const BATCH_SIZE = 500;

interface Needs extends Pick<
  DataExportsNeeds,
  'jobsDb' | 'billingEntities' | 'customers' | 'subscriptions' | 'invoices' | 'fees' | 'creditNotes'
> {
  /** The most records that one statement reads. */
  readonly batchSize?: number;
}

/** The rows of an export, a number of them at a time. */
export interface ExportedTable {
  readonly names: readonly string[];
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

/**
 * Reads the records of exports by the lists that they are exports of, oldest first. Each batch is read for itself, outside
 * of any transaction: only one batch is in memory, and no lock or snapshot is kept.
 */
export class ExportRows {
  private readonly batchSize: number;

  constructor(private readonly needs: Needs) {
    this.batchSize = needs.batchSize ?? BATCH_SIZE;
  }

  tableOf(actor: Actor, { exportType, query }: Pick<DataExport, 'exportType' | 'query'>): ExportedTable {
    switch (exportType) {
      case 'invoices':
        return tableOf(INVOICE_COLUMNS, this.invoiceRows(actor, query));
      case 'invoice_fees':
        return tableOf(INVOICE_FEE_COLUMNS, this.feeRows(actor, query));
      case 'credit_notes':
        return tableOf(CREDIT_NOTE_COLUMNS, this.creditNoteRows(actor, query));
      case 'credit_note_items':
        return tableOf(CREDIT_NOTE_ITEM_COLUMNS, this.creditNoteItemRows(actor, query));
    }
  }

  private async *invoiceRows(actor: Actor, query: DataExport['query']): AsyncGenerator<InvoiceRow[]> {
    for await (const invoices of this.invoices(actor, query)) {
      const { customerOf, entityOf } = await this.partiesOf(actor, invoices);
      yield invoices.map((invoice) => ({
        invoice,
        customer: customerOf(invoice),
        entity: entityOf(invoice),
      }));
    }
  }

  private async *feeRows(actor: Actor, query: DataExport['query']): AsyncGenerator<FeeRow[]> {
    const { jobsDb, fees } = this.needs;
    for await (const invoices of this.invoices(actor, query)) {
      const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
      const { customerOf } = await this.partiesOf(actor, invoices);
      const batches = this.batchesOf<Fee>((after, limit) => {
        // Those before the last one have all been read.
        const left = [...byId.keys()].filter((id) => id >= (after?.invoiceId ?? ''));
        return fees.nextOfInvoices(jobsDb, actor, left, { after, limit });
      });
      for await (const batch of batches) {
        const subscriptionOf = await this.subscriptionsOf(actor, batch);
        yield batch.map((fee) => {
          const invoice = expectPresent(byId.get(fee.invoiceId ?? ''), `the invoice of fee ${fee.id}`);
          return { fee, invoice, customer: customerOf(invoice), subscription: subscriptionOf(fee) };
        });
      }
    }
  }

  private async *creditNoteRows(actor: Actor, query: DataExport['query']): AsyncGenerator<CreditNoteRow[]> {
    for await (const notes of this.creditNotes(actor, query)) {
      const invoiceOf = await this.invoicesOf(actor, notes);
      const { customerOf, entityOf } = await this.partiesOf(actor, notes.map(invoiceOf));
      yield notes.map((note) => {
        const invoice = invoiceOf(note);
        return { note, invoice, customer: customerOf(invoice), entity: entityOf(invoice) };
      });
    }
  }

  private async *creditNoteItemRows(
    actor: Actor,
    query: DataExport['query'],
  ): AsyncGenerator<CreditNoteItemRow[]> {
    const { jobsDb, creditNotes, fees } = this.needs;
    for await (const notes of this.creditNotes(actor, query)) {
      const byId = new Map(notes.map((note) => [note.id, note]));
      const invoiceOf = await this.invoicesOf(actor, notes);
      const { customerOf } = await this.partiesOf(actor, notes.map(invoiceOf));
      const batches = this.batchesOf<CreditNoteItem>((after, limit) => {
        const left = [...byId.keys()].filter((id) => id >= (after?.creditNoteId ?? ''));
        return creditNotes.nextItems(jobsDb, actor, left, { after, limit });
      });
      for await (const batch of batches) {
        const credited = await fees.getMany(jobsDb, actor, distinct(batch.map(({ feeId }) => feeId)));
        const subscriptionOf = await this.subscriptionsOf(actor, [...credited.values()]);
        yield batch.map((item) => {
          const note = expectPresent(byId.get(item.creditNoteId), `the credit note of item ${item.id}`);
          const fee = expectPresent(credited.get(item.feeId), `the fee of item ${item.id}`);
          const invoice = invoiceOf(note);
          const customer = customerOf(invoice);
          return { item, note, fee, invoice, customer, subscription: subscriptionOf(fee) };
        });
      }
    }
  }

  private invoices(actor: Actor, { filter, search }: DataExport['query']): AsyncIterable<Invoice[]> {
    const { jobsDb, invoices } = this.needs;
    const selection = { filter: restoredFilter(filter, invoiceOrders) as InvoiceFilter, search };
    return this.batchesOf((last, limit) =>
      invoices.listNext(jobsDb, actor, selection, { afterId: last?.id ?? null, limit }),
    );
  }

  private creditNotes(actor: Actor, { filter, search }: DataExport['query']): AsyncIterable<CreditNote[]> {
    const { jobsDb, creditNotes } = this.needs;
    const selection = { filter: restoredFilter(filter, creditNoteOrders) as CreditNoteFilter, search };
    return this.batchesOf((last, limit) =>
      creditNotes.listNext(jobsDb, actor, selection, { afterId: last?.id ?? null, limit }),
    );
  }

  /** The customers and the billing entities of invoices. */
  private async partiesOf(actor: Actor, invoices: readonly Invoice[]) {
    const { jobsDb, customers, billingEntities } = this.needs;
    const customerIds = distinct(invoices.map(({ customerId }) => customerId));
    const entityIds = distinct(invoices.map(({ billingEntityId }) => billingEntityId));
    const found = await customers.getMany(jobsDb, actor, customerIds);
    const entities = await billingEntities.getManyWithArchived(jobsDb, actor, entityIds);
    return {
      customerOf: ({ customerId }: Invoice) => expectPresent(found.get(customerId), `customer ${customerId}`),
      entityOf: ({ billingEntityId: id }: Invoice) => expectPresent(entities.get(id), `billing entity ${id}`),
    };
  }

  private async invoicesOf(actor: Actor, notes: readonly CreditNote[]) {
    const { jobsDb, invoices } = this.needs;
    const found = await invoices.getMany(jobsDb, actor, distinct(notes.map(({ invoiceId }) => invoiceId)));
    return ({ invoiceId }: CreditNote) => expectPresent(found.get(invoiceId), `invoice ${invoiceId}`);
  }

  private async subscriptionsOf(actor: Actor, fees: readonly Fee[]) {
    const { jobsDb, subscriptions } = this.needs;
    const ids = distinct(fees.flatMap(({ subscriptionId }) => subscriptionId ?? []));
    const found = await subscriptions.getMany(jobsDb, actor, ids);
    return ({ subscriptionId }: Fee) => found.get(subscriptionId ?? '') ?? null;
  }

  /** Reads rows to their end. @param read reads at most `limit` rows after the last one of before; null: from the start. */
  private async *batchesOf<Row>(
    read: (last: Row | null, limit: number) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> {
    let last: Row | null = null;
    do {
      const batch: Row[] = await read(last, this.batchSize);
      if (batch.length > 0) yield batch;
      last = batch.length < this.batchSize ? null : (batch.at(-1) ?? null);
    } while (last !== null);
  }
}

function tableOf<Row>(columns: Columns<Row>, rows: AsyncIterable<Row[]>): ExportedTable {
  const cells = Object.values(columns);
  return { names: Object.keys(columns), batches: mapEach(rows, (row) => cells.map((cell) => cell(row))) };
}

async function* mapEach<Row, Mapped>(
  batches: AsyncIterable<Row[]>,
  map: (row: Row) => Mapped,
): AsyncGenerator<Mapped[]> {
  for await (const batch of batches) yield batch.map(map);
}
