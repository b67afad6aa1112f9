import { isDeepStrictEqual } from 'node:util';
import { customerSlug, prefixFor } from '../../core/invoicing/numbers/invoice-number.js';
import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { lockExclusively } from '../../platform/db/statements/locks.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { refuseTaken } from '../../platform/db/postgres/postgres-error.js';
import { invalid, notFound } from '../../platform/errors/app-error.js';
import { filteredValues, replacedEntries } from '../../platform/metadata/metadata-entries.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import type { Tax } from '../taxes/tax.table.js';
import type { CustomerLinks } from './customer-links.service.js';
import type { CustomersNeeds } from './customers.needs.js';
import { columnsOf, idOrNull } from './records/customer.columns.js';
import type {
  CreateCustomer,
  CustomerFilter,
  CustomerMembers,
  UpdateCustomer,
  UpsertCustomer,
} from './records/customer.input.js';
import { customerMetadataRepository } from './records/customer-metadata.repository.js';
import { type CustomerKey, customerRepository } from './records/customer.repository.js';
import {
  type Customer,
  type CustomerColumns,
  type CustomerMetadata,
  customerTaxList,
} from './records/customer.table.js';
import { validateCustomer } from './records/customer.validation.js';
import { validateLinks } from './records/integration-customer.rules.js';
import type { VatChecks } from './vat-checks.service.js';

const refuseTakenId = refuseTaken('customers_external_id', 'externalId');

interface CustomerList {
  readonly filter: CustomerFilter;
  readonly search: string | null;
  readonly page: PageRequest;
}

type ReplacedLists = Partial<Pick<CustomerMembers, 'metadata'>> & {
  readonly taxCodes: readonly string[] | undefined;
};

interface Needs extends Pick<
  CustomersNeeds,
  'organizations' | 'billingEntities' | 'customSections' | 'taxes' | 'testClocks' | 'snapshots' | 'changes'
> {
  readonly vatChecks: VatChecks;
  readonly customerLinks: CustomerLinks;
}

/** Reads and changes customers; `CustomerLocks` locks them. Sources: spec "Customer", rest-conventions.md §8, extensions.md §1. */
export class CustomerService {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `customer_not_found` if the organization has no such customer. */
  async get(db: Db, actor: Actor, key: CustomerKey): Promise<Customer> {
    if ('id' in key && !isUuid(key.id)) throw notFound('customer');
    return found(await customerRepository.find(db, actor.organizationId, key));
  }

  /** The customers with these ids, including deleted ones. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Customer>> {
    const customers = await customerRepository.findByIds(db, actor.organizationId, ids);
    return indexBy(customers, (customer) => customer.id);
  }

  /** @throws AppError `billing_entity_not_found` for an unknown code in the filter. */
  async list(db: Db, actor: Actor, { filter, search, page }: CustomerList): Promise<Page<Customer>> {
    return customerRepository.list(db, actor.organizationId, {
      filter,
      billingEntityIds: await this.needs.billingEntities.filteredIds(db, actor, filter),
      metadata: filteredValues(filter.metadata ?? {}),
      search,
      page,
    });
  }

  /** The customers' own taxes by customer id; customers without any are omitted. */
  taxesOf(db: Db, actor: Actor, customerIds: readonly string[]): Promise<Map<string, Tax[]>> {
    return this.needs.taxes.listsOf(db, actor, customerTaxList, customerIds);
  }

  /** Metadata by customer id, oldest entry first; customers without any are omitted. */
  metadataOf(db: Db, actor: Actor, customerIds: readonly string[]): Promise<Map<string, CustomerMetadata[]>> {
    return customerMetadataRepository.findByCustomers(db, actor.organizationId, customerIds);
  }

  /**
   * @throws AppError `validation_errors` (rest-conventions.md §12), `test_clock_not_found`,
   * `billing_entity_not_found`, `invoice_custom_section_not_found`, `tax_not_found`, `integration_not_found`,
   * `integration_customer_not_found`, `test_clock_advancing`.
   */
  async create(tx: Tx, actor: Actor, input: CreateCustomer): Promise<Customer> {
    validate(input, null);
    const created = await this.insertUnlessTaken(tx, actor, input);
    if (created === null) throw invalid({ externalId: ['value_already_exist'] });
    return created;
  }

  /** @throws AppError `customer_not_found`; as `create`. */
  async update(tx: Tx, actor: Actor, { id, ...input }: UpdateCustomer): Promise<Customer> {
    const customer = await this.lockKept(tx, actor, id);
    validate(input, customer);
    return this.change(tx, actor, customer, input).catch(refuseTakenId);
  }

  /**
   * Creates a customer, or updates the one with the same external id. Of two concurrent requests the later one updates the
   * customer that the earlier one creates.
   * @throws AppError as `create`; `testClockId: value_is_immutable` if it differs from the customer's.
   */
  async upsert(tx: Tx, actor: Actor, input: UpsertCustomer): Promise<Customer> {
    const { externalId } = input;
    const known = await customerRepository.lock(tx, actor.organizationId, { externalId });
    validate(input, known);
    if (known !== null) return this.change(tx, actor, known, input);
    return (await this.insertUnlessTaken(tx, actor, input)) ?? this.upsert(tx, actor, input);
  }

  /** Locks the customer with this external id until the transaction ends; creates it if there is none. */
  async getOrCreate(tx: Tx, actor: Actor, externalId: string): Promise<Customer> {
    const known = await customerRepository.lock(tx, actor.organizationId, { externalId });
    if (known !== null) return known;
    const created = await this.insertUnlessTaken(tx, actor, { externalId });
    return created ?? this.getOrCreate(tx, actor, externalId);
  }

  /** Sets the customer's default currency unless it has one. */
  async setCurrencyIfMissing(tx: Tx, actor: Actor, customer: Customer, currency: string): Promise<Customer> {
    return customer.currency === null ? this.change(tx, actor, customer, { currency }) : customer;
  }

  /**
   * Soft-deletes a customer: it is no longer found, its external id can be used again, and its documents stay. Its
   * subscriptions are terminated soon after. Source: rest-conventions.md §10.
   * @throws AppError `customer_not_found`; kind `notAllowed`, `test_clock_advancing`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Customer> {
    const { snapshots, changes, testClocks } = this.needs;
    const customer = await this.lockKept(tx, actor, id);
    const { organizationId, testClockId } = customer;
    await testClocks.requireIdle(tx, actor, testClockId);
    const before = await snapshots.take(tx, actor, 'customer', customer);
    const deletedAt = await testClocks.now(tx, actor, testClockId);
    await customerRepository.update(tx, organizationId, id, { deletedAt, taxIntegrationId: null });
    await this.needs.customerLinks.deleteOfCustomers(tx, actor, [id]);
    const hasLeftTaxConnection = customer.taxIntegrationId !== null;
    await changes.announce(tx, actor, { type: 'customer.deleted', customer, before, hasLeftTaxConnection });
    return customer;
  }

  /** Notes the id under which a payment provider knows a customer. The caller has locked the customer. */
  setProviderCustomer(
    tx: Tx,
    { organizationId }: Actor,
    { id }: Customer,
    providerCustomerId: string,
  ): Promise<Customer> {
    return customerRepository.update(tx, organizationId, id, { providerCustomerId });
  }

  /** The customers whom a payment provider knows under an id. */
  ofProvider(
    db: Db,
    { organizationId }: Actor,
    paymentProvider: string,
    providerCustomerId: string,
  ): Promise<Customer[]> {
    return customerRepository.findOfProvider(db, organizationId, paymentProvider, providerCustomerId);
  }

  /** Deletes the rows of customers with their taxes and metadata, after everything else they own. */
  async deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    const { organizationId } = actor;
    const lastNumber = await customerRepository.lastNumberAmong(tx, organizationId, customerIds);
    await customerMetadataRepository.deleteOfCustomers(tx, organizationId, customerIds);
    await this.needs.customerLinks.deleteOfCustomers(tx, actor, customerIds);
    await customerRepository.delete(tx, organizationId, customerIds);
    if (lastNumber !== null) await this.needs.organizations.retireCustomerNumbers(tx, actor, lastNumber);
  }

  /** Locks a customer that is not deleted. @throws AppError `customer_not_found`. */
  private async lockKept(tx: Tx, actor: Actor, id: string): Promise<Customer> {
    return found(isUuid(id) ? await customerRepository.lock(tx, actor.organizationId, { id }) : null);
  }

  /**
   * Null when another customer has the external id. Callers who create the same customer at once wait here for each other:
   * each would otherwise take a number, of which one is used.
   */
  private async insertUnlessTaken(tx: Tx, actor: Actor, input: CreateCustomer): Promise<Customer | null> {
    const { organizationId } = actor;
    const { externalId } = input;
    await lockExclusively(tx, 'customer-external-id', `${organizationId} ${externalId}`);
    for (;;) {
      const isNumberedApart = typeof input.testClockId === 'string';
      const named = { externalId, isNumberedApart };
      const sequentialId = await customerRepository.takeNumber(tx, organizationId, named);
      if (sequentialId === null) return null;
      const created = await this.insert(tx, actor, input, sequentialId);
      if (created !== null) return created;
    }
  }

  /** Null when another customer has been stored meanwhile with the number or the external id. */
  private async insert(
    tx: Tx,
    actor: Actor,
    input: CreateCustomer,
    sequentialId: number,
  ): Promise<Customer | null> {
    const { billingEntities, changes, testClocks, vatChecks } = this.needs;
    const testClockId = input.testClockId ?? null;
    await testClocks.requireIdle(tx, actor, testClockId);
    const createdAt = await testClocks.now(tx, actor, testClockId);
    const billingEntityId = await this.billingEntityId(tx, actor, input.billingEntityCode ?? null);
    const { documentNumberPrefix } = await billingEntities.getDefault(tx, actor);
    const inserted = await customerRepository.insertUnlessTaken(tx, {
      ...columnsOf(input, null),
      selectedCustomSections: await this.selectedSections(tx, actor, input, [], createdAt),
      id: newId(),
      organizationId: actor.organizationId,
      externalId: input.externalId,
      billingEntityId,
      testClockId,
      sequentialId,
      isNumberedApart: testClockId !== null,
      slug: customerSlug(prefixFor({ testClockId }, documentNumberPrefix), sequentialId),
      createdAt,
      updatedAt: createdAt,
    });
    if (inserted === null) return null;
    const { customer, taxCodes } = await vatChecks.evaluateTaxes(tx, actor, null, inserted, input);
    await this.replaceLists(tx, actor, customer, { ...input, taxCodes });
    const { customer: linked } = await this.replaceLinks(tx, actor, customer, input);
    await changes.announce(tx, actor, { type: 'customer.created', customer: linked });
    return linked;
  }

  private async change(
    tx: Tx,
    actor: Actor,
    customer: Customer,
    input: CustomerMembers & { externalId?: string | null },
  ): Promise<Customer> {
    const { changes, snapshots, testClocks, vatChecks } = this.needs;
    const { id, testClockId } = customer;
    await testClocks.requireIdle(tx, actor, testClockId);
    const now = await testClocks.now(tx, actor, testClockId);
    const before = await snapshots.take(tx, actor, 'customer', customer);
    const { billingEntityCode } = input;
    const updated = await customerRepository.update(tx, actor.organizationId, id, {
      ...columnsOf(input, customer.shippingAddress),
      selectedCustomSections: await this.selectedSections(
        tx,
        actor,
        input,
        customer.selectedCustomSections,
        now,
      ),
      ...linkColumns(customer, input.billingConfiguration),
      externalId: input.externalId ?? customer.externalId,
      billingEntityId:
        billingEntityCode === undefined
          ? customer.billingEntityId
          : await this.billingEntityId(tx, actor, billingEntityCode),
      updatedAt: now,
    });
    const { customer: evaluated, taxCodes } = await vatChecks.evaluateTaxes(
      tx,
      actor,
      customer,
      updated,
      input,
    );
    await this.replaceLists(tx, actor, evaluated, { ...input, taxCodes });
    const { customer: changed, hasNewLinks } = await this.replaceLinks(tx, actor, evaluated, input);
    await changes.announce(tx, actor, {
      type: 'customer.updated',
      customer: changed,
      before,
      now,
      datesInvoicesAnew: datesDiffer(customer, changed),
      hasNewZone: zoneDiffers(customer, changed),
      hasNewTaxes: taxCodes !== undefined,
      hasNewProvider: PROVIDER_MEMBERS.some((member) => customer[member] !== changed[member]),
      hasNewContact: CONTACT_MEMBERS.some((member) => customer[member] !== changed[member]),
      hasNewProfile: hasOtherProfile(customer, changed),
      hasNewLinks,
      hasNewTaxConnection: customer.taxIntegrationId !== changed.taxIntegrationId,
      vatCheck: vatCheckChange(customer, changed),
    });
    return changed;
  }

  /** The custom sections that a customer has selected after a request. @throws AppError `invoice_custom_section_not_found`. */
  private async selectedSections(
    tx: Tx,
    actor: Actor,
    { invoiceCustomSectionCodes: codes }: CustomerMembers,
    before: Customer['selectedCustomSections'],
    now: Date,
  ): Promise<Customer['selectedCustomSections']> {
    return codes === undefined
      ? before
      : this.needs.customSections.select(tx, actor, codes ?? [], before, now);
  }

  /** @param code null: the default billing entity. */
  private async billingEntityId(db: Db, actor: Actor, code: string | null): Promise<string> {
    const { billingEntities } = this.needs;
    const entity =
      code === null
        ? await billingEntities.getDefault(db, actor)
        : await billingEntities.get(db, actor, { code });
    return entity.id;
  }

  /** Replaces the links that were sent. Partners have none of their own. */
  private async replaceLinks(
    tx: Tx,
    actor: Actor,
    customer: Customer,
    { integrationCustomers: sent = null }: CustomerMembers,
  ): Promise<{ readonly customer: Customer; readonly hasNewLinks: boolean }> {
    if (sent === null || customer.accountType === 'partner') return { customer, hasNewLinks: false };
    return this.needs.customerLinks.replace(tx, actor, customer, sent);
  }

  /** Replaces the lists that were sent; null empties a list. */
  private async replaceLists(
    tx: Tx,
    actor: Actor,
    { id: customerId, organizationId, updatedAt }: Customer,
    { metadata, taxCodes }: ReplacedLists,
  ): Promise<void> {
    if (metadata !== undefined) {
      const known = (await this.metadataOf(tx, actor, [customerId])).get(customerId) ?? [];
      const entries = replacedEntries(known, metadata ?? [], updatedAt).map((entry) => ({
        ...entry,
        organizationId,
        customerId,
        displayInInvoice: entry.displayInInvoice ?? false,
      }));
      await customerMetadataRepository.replace(tx, organizationId, customerId, entries);
    }
    await this.needs.taxes.replaceLists(tx, actor, customerTaxList, new Map([[customerId, taxCodes]]));
  }
}

/** True if a setting changed that determines the dates of the customer's invoices. Source: invoices.md §5.1. */
function datesDiffer(before: Customer, after: Customer): boolean {
  const members = [
    'invoiceGracePeriodDays',
    'issuingDateAnchor',
    'issuingDateAdjustment',
    'netPaymentTermDays',
  ] as const;
  return members.some((member) => before[member] !== after[member]);
}

/** True if the time zone may have changed: the customer's own, or else that of its billing entity. */
function zoneDiffers(before: Customer, after: Customer): boolean {
  return before.timezone !== after.timezone || before.billingEntityId !== after.billingEntityId;
}

/** The members that link a customer to a payment provider. */
const PROVIDER_MEMBERS = [
  'paymentProvider',
  'paymentProviderCode',
  'providerCustomerId',
  'sync',
  'syncWithProvider',
] as const;

/** What payment providers know of a customer. */
const CONTACT_MEMBERS = [
  'name',
  'firstname',
  'lastname',
  'email',
  'phone',
  'addressLine1',
  'addressLine2',
  'city',
  'zipcode',
  'state',
  'country',
] as const;

/** What accounting and CRM systems know of a customer beside its contact. Source: integrations.md §4. */
const PROFILE_MEMBERS = [...CONTACT_MEMBERS, 'legalName', 'taxIdentificationNumber', 'url'] as const;

function hasOtherProfile(before: Customer, after: Customer): boolean {
  return (
    PROFILE_MEMBERS.some((member) => before[member] !== after[member]) ||
    !isDeepStrictEqual(before.shippingAddress, after.shippingAddress)
  );
}

/** An id at one connection means nothing at another one. Source: payment-providers.md §3. */
function linkColumns(
  customer: Customer,
  sent: CustomerMembers['billingConfiguration'],
): Pick<CustomerColumns, 'paymentProviderCode' | 'providerCustomerId'> {
  if (sent === undefined || sent === null) return {};
  const hasOther = (member: 'paymentProvider' | 'paymentProviderCode') =>
    sent[member] !== undefined && sent[member] !== customer[member];
  if (!hasOther('paymentProvider') && !hasOther('paymentProviderCode')) return {};
  return {
    ...(hasOther('paymentProvider') ? { paymentProviderCode: sent.paymentProviderCode ?? null } : {}),
    providerCustomerId: idOrNull(sent.providerCustomerId),
  };
}

/** What became of the check of the customer's VAT number. */
function vatCheckChange(before: Customer, after: Customer): 'started' | 'ended' | 'unchanged' {
  if (before.vatCheckId === after.vatCheckId) return 'unchanged';
  return after.vatCheckId === null ? 'ended' : 'started';
}

interface Identified {
  readonly externalId?: string | null;
  readonly testClockId?: string | null;
}

/** @param known the customer to change; null for a new one. */
function validate(input: CustomerMembers & Identified, known: Customer | null): void {
  const errors = new FieldErrors();
  validateCustomer(errors, input);
  const links = input.integrationCustomers ?? [];
  if (accountTypeAfter(input, known) !== 'partner') validateLinks(errors, links);
  else if (links.length > 0) errors.addIneffective('integrationCustomers');
  const { testClockId } = input;
  if (known !== null && testClockId !== undefined && testClockId !== known.testClockId) {
    errors.add('testClockId', 'value_is_immutable');
  }
  errors.throwIfAny();
}

function accountTypeAfter({ accountType }: CustomerMembers, known: Customer | null): Customer['accountType'] {
  return (accountType === undefined ? known?.accountType : accountType) ?? 'customer';
}

function found(customer: Customer | null): Customer {
  if (customer === null) throw notFound('customer');
  return customer;
}
