import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { requireOneIdentifier } from '../../../platform/api/members/require-one-identifier.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import type { SubscriptionOf } from '../../../platform/api/subscription-of.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { BillingEntityType } from '../../billing-entities/api/billing-entity.schema.js';
import type { InvoiceCustomSectionRelations } from '../../invoice-custom-sections/invoice-custom-section-relations.js';
import { InvoiceCustomSectionType } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import type { InvoiceCustomSection } from '../../invoice-custom-sections/invoice-custom-section.table.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { BillingEntityService } from '../../billing-entities/records/billing-entity.service.js';
import { TaxType } from '../../taxes/tax.schema.js';
import type { Tax } from '../../taxes/tax.table.js';
import { problemsOfCustomer } from '../../../core/e-invoicing/missing-members.js';
import { TestClockType } from '../../test-clocks/test-clock.schema.js';
import type { TestClockService } from '../../test-clocks/test-clock.service.js';
import type { TestClock } from '../../test-clocks/test-clock.table.js';
import { BillingConfigurationType } from './billing-configuration.schema.js';
import { billingSettingsOf } from '../records/billing-settings.js';
import {
  CreateCustomerInput,
  type CustomerFilterInput,
  CustomerPageArgs,
  DeleteCustomerInput,
  SetCustomerTaxesInput,
  UpdateCustomerGracePeriodInput,
  UpdateCustomerInput,
  UpsertCustomerInput,
} from './customer-input.schema.js';
import { CustomerMetadataType } from './customer-metadata.schema.js';
import {
  CustomerConnection,
  CustomerPayload,
  CustomerType,
  DeleteCustomerPayload,
} from './customer.schema.js';
import type { CustomerService } from '../customer.service.js';
import type { Customer, CustomerMetadata } from '../records/customer.table.js';

/** Codes of links to outside systems. Source: integrations.md §4. */
const LINK_ERRORS = ['invalid_count_per_integration_type', 'tax_integration_exists'] as const;

@Resolver(() => CustomerType)
export class CustomerResolver {
  private readonly entity = defineLoader(
    ({ db, actor }, ids) => this.billingEntities.getManyWithArchived(db, actor, ids),
    (id) => new Error(`No billing entity ${id}.`),
  );

  private readonly ownTaxes = defineLoader(
    ({ db, actor }, ids) => this.customers.taxesOf(db, actor, ids),
    () => [],
  );

  private readonly ownMetadata = defineLoader(
    ({ db, actor }, ids) => this.customers.metadataOf(db, actor, ids),
    () => [],
  );

  private readonly ownClock = defineLoader<string, TestClock>(
    ({ db, actor }, ids) => this.testClocks.getMany(db, actor, ids),
    () => notFound('test_clock'),
  );

  constructor(
    private readonly customers: CustomerService,
    private readonly billingEntities: BillingEntityService,
    private readonly testClocks: TestClockService,
    private readonly customSections: InvoiceCustomSectionRelations,
  ) {}

  @Subscription(() => CustomerType, {
    description:
      'The customer with this external id: as it is, and after each change of it or of what belongs to it, such as its ' +
      'subscriptions, invoices, payments and wallets. Changes are those of the activity log and of webhooks, so that usage is ' +
      'none. Ends when the customer is deleted.',
    subscribe: ({ args: { externalId }, context }: SubscriptionOf<{ externalId: string }>) =>
      context.updates.stream({
        topic: 'customer',
        groups: null,
        ids: [externalId],
        beginsWithPresent: true,
      }),
  })
  @Permission('customer', 'read')
  customerUpdated(
    @Arg('externalId', () => String, { description: 'External id of the customer.' }) _externalId: string,
    @Root() externalId: string,
    @Ctx() { db, actor }: Context,
  ): Promise<Customer> {
    return this.customers.get(db, actor, { externalId });
  }

  @Query(() => CustomerType, { description: 'The customer with this id or external id.' })
  @Permission('customer', 'read')
  customer(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('externalId', () => String, { nullable: true }) externalId?: string | null,
  ): Promise<Customer> {
    return this.customers.get(db, actor, requireOneIdentifier({ id, externalId }));
  }

  @Query(() => CustomerConnection, { name: 'customers', description: 'Customers, newest first.' })
  @Permission('customer', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => CustomerPageArgs) args: ListArgs<CustomerFilterInput>,
  ): Promise<Connection<Customer>> {
    const query = listQuery(args, pageLimits);
    return new CustomerConnection(await this.customers.list(db, actor, query));
  }

  @Mutation(() => CustomerPayload, { description: 'Creates a customer.' })
  @Permission('customer', 'write')
  @FailsWith({
    notFound: ['billing entity', 'tax', 'test clock', 'integration', 'integration customer'],
    notAllowed: ['test_clock_advancing'],
    fields: ['value_already_exist', ...LINK_ERRORS],
  })
  async createCustomer(
    @Ctx() context: Context,
    @Arg('input', () => CreateCustomerInput) input: CreateCustomerInput,
  ): Promise<{ customer: Customer }> {
    return { customer: await this.customers.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CustomerPayload, { description: 'Updates a customer.' })
  @Permission('customer', 'write')
  @FailsWith({
    notFound: ['customer', 'billing entity', 'tax', 'integration', 'integration customer'],
    notAllowed: ['test_clock_advancing'],
    fields: ['value_already_exist', 'value_is_immutable', ...LINK_ERRORS],
  })
  async updateCustomer(
    @Ctx() context: Context,
    @Arg('input', () => UpdateCustomerInput) input: UpdateCustomerInput,
  ): Promise<{ customer: Customer }> {
    return { customer: await this.customers.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CustomerPayload, {
    description: 'Replaces the taxes of a customer. Its draft invoices are computed again soon after.',
  })
  @Permission('customer', 'write')
  @FailsWith({ notFound: ['customer', 'tax'], notAllowed: ['test_clock_advancing'] })
  async setCustomerTaxes(
    @Ctx() context: Context,
    @Arg('input', () => SetCustomerTaxesInput, { description: 'The customer, and all of its new taxes.' })
    input: SetCustomerTaxesInput,
  ): Promise<{ customer: Customer }> {
    return { customer: await this.customers.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CustomerPayload, {
    description:
      'Sets the grace period of a customer. Its draft invoices get other dates; those whose grace period is over then are ' +
      'finalized.',
  })
  @Permission('customer', 'write')
  @FailsWith({
    notFound: ['customer'],
    notAllowed: ['test_clock_advancing'],
    fields: ['value_is_out_of_range'],
  })
  async updateCustomerGracePeriod(
    @Ctx() context: Context,
    @Arg('input', () => UpdateCustomerGracePeriodInput, {
      description: 'The customer, and its new grace period.',
    })
    { id, invoiceGracePeriod }: UpdateCustomerGracePeriodInput,
  ): Promise<{ customer: Customer }> {
    const input = { id, billingConfiguration: { invoiceGracePeriod: invoiceGracePeriod ?? null } };
    return { customer: await this.customers.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CustomerPayload, {
    description: 'Creates a customer, or updates the one with the same external id.',
  })
  @Permission('customer', 'write')
  @FailsWith({
    notFound: ['billing entity', 'tax', 'test clock', 'integration', 'integration customer'],
    notAllowed: ['test_clock_advancing'],
    fields: ['value_is_immutable', ...LINK_ERRORS],
  })
  async upsertCustomer(
    @Ctx() context: Context,
    @Arg('input', () => UpsertCustomerInput) input: UpsertCustomerInput,
  ): Promise<{ customer: Customer }> {
    return { customer: await this.customers.upsert(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteCustomerPayload, {
    description: 'Deletes a customer. Its subscriptions are terminated soon after; its documents are kept.',
  })
  @Permission('customer', 'write')
  @FailsWith({ notFound: ['customer'], notAllowed: ['test_clock_advancing'] })
  async deleteCustomer(
    @Ctx() context: Context,
    @Arg('input', () => DeleteCustomerInput) { id }: IdInput,
  ): Promise<{ deletedId: string; customer: Customer }> {
    return { deletedId: id, customer: await this.customers.delete(context.beginWrite(), context.actor, id) };
  }

  @FieldResolver(() => TestClockType, {
    nullable: true,
    description: 'The test clock by which time passes for the customer. Null for live customers.',
  })
  @Permission('test_clock', 'read')
  testClock(@Root() { testClockId }: Customer, @Ctx() context: Context): Promise<TestClock> | null {
    return testClockId === null ? null : context.load(this.ownClock, testClockId);
  }

  @FieldResolver(() => String, {
    description: "Code of the billing entity that issues the customer's invoices.",
  })
  async billingEntityCode(@Root() customer: Customer, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.entity, customer.billingEntityId)).code;
  }

  @FieldResolver(() => [String], {
    description:
      'The members that the customer lacks for the e-invoices of its billing entity. Empty if nothing is missing, and without e-invoicing.',
  })
  async eInvoiceProblems(@Root() customer: Customer, @Ctx() context: Context): Promise<string[]> {
    const entity = await context.load(this.entity, customer.billingEntityId);
    return problemsOfCustomer(customer, entity, customer.accountType === 'partner');
  }

  @FieldResolver(() => BillingEntityType, {
    description: "The billing entity that issues the customer's invoices.",
  })
  @Permission('billing_entity', 'read')
  billingEntity(@Root() customer: Customer, @Ctx() context: Context): Promise<BillingEntity> {
    return context.load(this.entity, customer.billingEntityId);
  }

  @FieldResolver(() => String, {
    description: "The customer's time zone, or that of its billing entity if the customer has none.",
  })
  async applicableTimezone(@Root() customer: Customer, @Ctx() context: Context): Promise<string> {
    const entity = await context.load(this.entity, customer.billingEntityId);
    return billingSettingsOf(customer, entity).timezone;
  }

  @FieldResolver(() => BillingConfigurationType, {
    description: 'Settings of invoices, payments and documents.',
  })
  billingConfiguration(@Root() customer: Customer): Customer {
    return customer;
  }

  @FieldResolver(() => [CustomerMetadataType])
  metadata(@Root() customer: Customer, @Ctx() context: Context): Promise<CustomerMetadata[]> {
    return context.load(this.ownMetadata, customer.id);
  }

  @FieldResolver(() => [TaxType], {
    description: "The customer's own taxes. If empty, those of its billing entity apply.",
  })
  @Permission('tax', 'read')
  taxes(@Root() customer: Customer, @Ctx() context: Context): Promise<Tax[]> {
    return context.load(this.ownTaxes, customer.id);
  }

  @FieldResolver(() => [InvoiceCustomSectionType], {
    description:
      'The custom sections of its invoices, by name: its own, or else those of its billing entity; none if it skips them.',
  })
  @Permission('invoice_custom_section', 'read')
  async applicableInvoiceCustomSections(
    @Root() customer: Customer,
    @Ctx() context: Context,
  ): Promise<InvoiceCustomSection[]> {
    if (customer.skipInvoiceCustomSections) return [];
    const own = await this.customSections.selected(context, customer.selectedCustomSections);
    if (own.length > 0) return own;
    const entity = await context.load(this.entity, customer.billingEntityId);
    return this.customSections.selected(context, entity.selectedCustomSections);
  }
}
