import type { Actor } from '../../../platform/actor.js';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { filteredValues } from '../../../platform/metadata/metadata-entries.js';
import type { Page } from '../../../platform/paging/page.js';
import type { Step } from '../../../platform/paging/page-step.js';
import type { BillingEntityService } from '../../billing-entities/records/billing-entity.service.js';
import { billingPeriodRepository } from './periods/billing-period.repository.js';
import { adjustedFeeRepository } from './fees/adjusted-fee.repository.js';
import { progressiveInvoiceRepository } from './periods/progressive-invoice.repository.js';
import { type CustomerChunk, entityCustomerRepository } from './entity-customer.repository.js';
import { feeRepository } from './fees/fee.repository.js';
import type { AppliedTax } from './fees/fee.table.js';
import { invoiceCreditRepository } from './invoice-credit.repository.js';
import type { InvoiceCredit } from './invoice-credit.table.js';
import {
  type InvoiceOwners,
  type InvoiceQuery,
  invoiceRepository,
  type InvoiceSince,
} from './invoice.repository.js';
import { taxEstimateRepository } from './tax-estimate.repository.js';
import { invoiceMetadataRepository } from './invoice-metadata.repository.js';
import type { InvoiceMetadata } from './invoice-metadata.table.js';
import type { InvoiceAction } from './invoice-action.js';
import { type IdChunk, qualifyingInvoiceRepository } from './qualifying-invoice.repository.js';
import type { InvoiceFilter } from './invoice.input.js';
import { unfinishedInvoiceRepository } from './unfinished-invoice.repository.js';
import type { Invoice } from './invoice.table.js';

/** An invoice that wallets will pay when it becomes final. */
export interface UnfinishedInvoice {
  readonly id: string;
  readonly customerId: string;
  /** The end of the usage that it bills; null if it bills none. */
  readonly usageEnd: Date | null;
}

/** The filters and the page of a list of invoices, as requested. */
export type InvoiceList = Omit<InvoiceQuery, 'filter' | 'billingEntityIds' | 'metadata'> & {
  readonly filter: InvoiceFilter;
};

/** The filters of a list of invoices, as requested. */
export type InvoiceSelection = Omit<InvoiceList, 'page'>;

/** Reads invoices, and deletes them with their customers. `InvoiceIssuing` creates them. Source: invoices.md. */
export class InvoiceService {
  constructor(private readonly billingEntities: BillingEntityService) {}

  /**
   * @param orOpen also finds an open invoice.
   * @throws AppError `invoice_not_found`, also for a hidden one.
   */
  async get(db: Db, actor: Actor, id: string, { orOpen = false } = {}): Promise<Invoice> {
    const { organizationId } = actor;
    const find = () =>
      orOpen
        ? invoiceRepository.findPayable(db, organizationId, [id])
        : invoiceRepository.findVisible(db, organizationId, [id]);
    const [invoice] = isUuid(id) ? await find() : [];
    if (invoice === undefined) throw notFound('invoice');
    return invoice;
  }

  /** The invoices with these ids that are not hidden, by id. */
  async getVisible(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Invoice>> {
    const invoices = await invoiceRepository.findVisible(db, actor.organizationId, ids);
    return indexBy(invoices, (invoice) => invoice.id);
  }

  /** The invoice that was regenerated from each of these voided ones, also a hidden one; by the id of the voided invoice. */
  async regeneratedFrom(
    db: Db,
    { organizationId }: Actor,
    voidedIds: readonly string[],
  ): Promise<Map<string, Invoice>> {
    const found = await invoiceRepository.findRegenerated(db, organizationId, voidedIds);
    return indexBy(found, ({ voidedInvoiceId }) => voidedInvoiceId ?? '');
  }

  /** The oldest such invoice, closed or not; null without any. */
  firstSince(db: Db, actor: Actor, since: InvoiceSince): Promise<Invoice | null> {
    return invoiceRepository.findSince(db, actor.organizationId, since);
  }

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Invoice>> {
    const invoices = await invoiceRepository.findMany(db, actor.organizationId, ids);
    return indexBy(invoices, (invoice) => invoice.id);
  }

  /** @throws AppError `billing_entity_not_found` when the filter names an unknown one. */
  async list(db: Db, actor: Actor, { page, ...selection }: InvoiceList): Promise<Page<Invoice>> {
    const selected = await this.selected(db, actor, selection);
    return invoiceRepository.list(db, actor.organizationId, { ...selected, page });
  }

  /** The next invoices of a list that is read to its end. @throws AppError as `list`. */
  async listNext(db: Db, actor: Actor, selection: InvoiceSelection, step: Step): Promise<Invoice[]> {
    const selected = await this.selected(db, actor, selection);
    return invoiceRepository.findNext(db, actor.organizationId, selected, step);
  }

  /** A page of the invoices of each owner, by the owner's id. @throws AppError as `list`. */
  async listByOwner(
    db: Db,
    actor: Actor,
    owners: InvoiceOwners,
    { page, ...selection }: InvoiceList,
  ): Promise<Map<string, Page<Invoice>>> {
    const selected = await this.selected(db, actor, selection);
    return invoiceRepository.listByOwner(db, actor.organizationId, owners, { ...selected, page });
  }

  /**
   * Ids of customers whose billing follows a billing entity: it is theirs or that of a subscription or an invoice of theirs.
   * At most `limit`, in the order of ids, after the given one.
   */
  customersOfEntity(db: Db, actor: Actor, billingEntityId: string, chunk: CustomerChunk): Promise<string[]> {
    return entityCustomerRepository.find(db, actor.organizationId, billingEntityId, chunk);
  }

  /** The invoices of customers that are not final yet, with the end of the usage that each bills. */
  unfinished(
    db: Db,
    { organizationId }: Actor,
    customerIds: readonly string[],
  ): Promise<UnfinishedInvoice[]> {
    return unfinishedInvoiceRepository.find(db, organizationId, customerIds);
  }

  /** The applied taxes of each invoice. */
  async appliedTaxes(
    db: Db,
    actor: Actor,
    invoiceIds: readonly string[],
  ): Promise<Map<string, AppliedTax[]>> {
    const taxes = await feeRepository.findAppliedTaxes(db, actor.organizationId, { invoiceIds });
    return groupBy(taxes, (tax) => tax.invoiceId ?? '');
  }

  /** Metadata by invoice id, oldest entry first; invoices without any are omitted. */
  async metadataOf(
    db: Db,
    { organizationId }: Actor,
    invoiceIds: readonly string[],
  ): Promise<Map<string, InvoiceMetadata[]>> {
    const entries = await invoiceMetadataRepository.findByInvoices(db, organizationId, invoiceIds);
    return groupBy(entries, ({ invoiceId }) => invoiceId);
  }

  /** The credits that each invoice uses, in order of use. */
  async credits(db: Db, actor: Actor, invoiceIds: readonly string[]): Promise<Map<string, InvoiceCredit[]>> {
    const credits = await invoiceCreditRepository.findByInvoices(db, actor.organizationId, invoiceIds);
    return groupBy(credits, (credit) => credit.invoiceId);
  }

  /** The credits with these ids. */
  creditsWithIds(db: Db, { organizationId }: Actor, ids: readonly string[]): Promise<InvoiceCredit[]> {
    return invoiceCreditRepository.findMany(db, organizationId, ids);
  }

  /**
   * The amounts that invoices have used of credit notes, by credit note; those without uses are omitted.
   * @param at at which voided invoices count that had not given theirs back; by default now.
   */
  async usedOfCreditNotes(
    db: Db,
    { organizationId }: Actor,
    creditNoteIds: readonly string[],
    at: Date | null = null,
  ): Promise<Map<string, bigint>> {
    const sums = await invoiceCreditRepository.sumOfCreditNotes(db, organizationId, creditNoteIds, at);
    return new Map(sums.map(({ id, amountCents }) => [id, BigInt(amountCents ?? 0)]));
  }

  /** The credits that each applied coupon has given to visible invoices, oldest first. */
  async creditsOfCoupons(
    db: Db,
    { organizationId }: Actor,
    appliedCouponIds: readonly string[],
  ): Promise<Map<string, InvoiceCredit[]>> {
    const credits = await invoiceCreditRepository.findByAppliedCoupons(db, organizationId, appliedCouponIds);
    return groupBy(credits, ({ itemId }) => itemId);
  }

  /** The number of invoices that qualify for an action. */
  countQualifying(db: Db, { organizationId }: Actor, action: InvoiceAction): Promise<number> {
    return qualifyingInvoiceRepository.count(db, organizationId, action);
  }

  /** Ids of invoices that qualify for an action, oldest first. */
  idsQualifying(db: Db, { organizationId }: Actor, action: InvoiceAction, chunk: IdChunk): Promise<string[]> {
    return qualifyingInvoiceRepository.findIds(db, organizationId, action, chunk);
  }

  /** Deletes the rows of invoices and fees of customers, for the deletion of a test clock (extensions.md §1). */
  async deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    await invoiceMetadataRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await taxEstimateRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await invoiceCreditRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await progressiveInvoiceRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await feeRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await adjustedFeeRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await billingPeriodRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await invoiceRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }

  /** Looks up the codes in the filters of a list. */
  private async selected(db: Db, actor: Actor, { filter, search }: InvoiceSelection) {
    return {
      filter,
      search,
      metadata: filteredValues(filter.metadata ?? {}),
      billingEntityIds: await this.billingEntities.filteredIds(db, actor, filter),
    };
  }
}
