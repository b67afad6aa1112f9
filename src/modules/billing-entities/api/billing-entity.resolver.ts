import type { AddressInAnswer } from '../../../platform/addresses.js';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { LargeBody } from '../../../platform/api/large-body.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { requireOneIdentifier } from '../../../platform/api/members/require-one-identifier.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import { InvoiceCustomSectionType } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import type { InvoiceCustomSection } from '../../invoice-custom-sections/invoice-custom-section.table.js';
import type { BillingEntity } from '../records/billing-entity.table.js';
import { TaxType } from '../../taxes/tax.schema.js';
import type { Tax } from '../../taxes/tax.table.js';
import { BankAccountType } from '../bank-accounts/bank-account.schema.js';
import type { BankAccount } from '../bank-accounts/bank-account.table.js';
import type { BankAccounts } from '../bank-accounts/bank-accounts.service.js';
import type { BillingEntitiesNeeds } from '../billing-entities.needs.js';
import {
  ApplyTaxesToBillingEntityInput,
  ArchiveBillingEntityInput,
  CreateBillingEntityInput,
  RemoveTaxesFromBillingEntityInput,
  SetDefaultBillingEntityInput,
  UpdateBillingEntityInput,
} from './billing-entity-input.schema.js';
import {
  BillingEntityConnection,
  BillingEntityPageArgs,
  BillingEntityPayload,
  BillingEntityType,
} from './billing-entity.schema.js';
import type { BillingEntityEditor } from '../editing/billing-entity-editor.service.js';
import type { BillingEntityService } from '../records/billing-entity.service.js';
import type { BillingEntityTaxes } from '../taxes/billing-entity-taxes.service.js';
import { logoUrlOf } from '../logos/logo-url.js';

/** What is wrong with members that are created and updated. */
const INVALID_MEMBERS = [
  'value_is_out_of_range',
  'value_is_too_short',
  'value_must_be_blank',
  'unsupported_value',
  'billing_entity_must_be_in_eu',
  'country_must_be_present',
  'country_not_supported',
  'invalid_format',
  'invalid_content_type',
  'invalid_size',
] as const;

interface Needs extends Pick<BillingEntitiesNeeds, 'customSectionRelations' | 'publicAddresses'> {
  readonly bankAccounts: BankAccounts;
  readonly billingEntities: BillingEntityService;
  readonly billingEntityEditor: BillingEntityEditor;
  readonly billingEntityTaxes: BillingEntityTaxes;
}

@Resolver(() => BillingEntityType)
export class BillingEntityResolver {
  private readonly ownAccounts = defineLoader(
    ({ db, actor }, ids) => this.needs.bankAccounts.ofBillingEntities(db, actor, ids),
    () => [],
  );

  private readonly ownTaxes = defineLoader(
    ({ db, actor }, ids) => this.needs.billingEntityTaxes.ofBillingEntities(db, actor, ids),
    () => [],
  );

  constructor(private readonly needs: Needs) {}

  @Query(() => BillingEntityType, {
    description:
      'The billing entity with this id or code, unless it is archived. The case of codes is ignored.',
  })
  @Permission('billing_entity', 'read')
  billingEntity(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<BillingEntity> {
    return this.needs.billingEntities.get(db, actor, requireOneIdentifier({ id, code }));
  }

  @Query(() => BillingEntityConnection, {
    name: 'billingEntities',
    description: 'Billing entities that are not archived, oldest first: the first one is the default.',
  })
  @Permission('billing_entity', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => BillingEntityPageArgs) args: ListArgs,
  ): Promise<Connection<BillingEntity>> {
    const page = await this.needs.billingEntities.list(db, actor, listQuery(args, pageLimits));
    return new BillingEntityConnection(page);
  }

  @Mutation(() => BillingEntityPayload, { description: 'Creates a billing entity.' })
  @Permission('billing_entity', 'write')
  @LargeBody()
  @FailsWith({
    fields: ['value_already_exist', ...INVALID_MEMBERS],
  })
  async createBillingEntity(
    @Ctx() context: Context,
    @Arg('input', () => CreateBillingEntityInput) input: CreateBillingEntityInput,
  ): Promise<{ billingEntity: BillingEntity }> {
    const tx = context.beginWrite();
    return { billingEntity: await this.needs.billingEntityEditor.create(tx, context.actor, input) };
  }

  @Mutation(() => BillingEntityPayload, {
    description:
      'Updates a billing entity. Draft invoices of its customers soon follow its dates, taxes and time zone.',
  })
  @Permission('billing_entity', 'write')
  @LargeBody()
  @FailsWith({
    notFound: ['billing entity', 'tax'],
    fields: ['value_already_exist', ...INVALID_MEMBERS],
  })
  async updateBillingEntity(
    @Ctx() context: Context,
    @Arg('input', () => UpdateBillingEntityInput) input: UpdateBillingEntityInput,
  ): Promise<{ billingEntity: BillingEntity }> {
    const tx = context.beginWrite();
    return { billingEntity: await this.needs.billingEntityEditor.update(tx, context.actor, input) };
  }

  @Mutation(() => BillingEntityPayload, {
    description:
      'Archives a billing entity, whose code is then free again. Its documents are kept, and its customers are billed by it until they are assigned to another.',
  })
  @Permission('billing_entity', 'write')
  @FailsWith({
    notFound: ['billing entity'],
    notAllowed: ['default_billing_entity_cannot_be_archived'],
  })
  async archiveBillingEntity(
    @Ctx() context: Context,
    @Arg('input', () => ArchiveBillingEntityInput) { id }: IdInput,
  ): Promise<{ billingEntity: BillingEntity }> {
    const tx = context.beginWrite();
    return { billingEntity: await this.needs.billingEntityEditor.archive(tx, context.actor, id) };
  }

  @Mutation(() => BillingEntityPayload, {
    description:
      'Refuses to make another billing entity the default one, which is the oldest and stays. Answers the default one itself.',
  })
  @Permission('billing_entity', 'write')
  @FailsWith({ notFound: ['billing entity'], notAllowed: ['default_billing_entity_cannot_be_changed'] })
  async setDefaultBillingEntity(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => SetDefaultBillingEntityInput, { description: 'The default billing entity.' })
    { id }: IdInput,
  ): Promise<{ billingEntity: BillingEntity }> {
    return { billingEntity: await this.needs.billingEntityEditor.setDefault(db, actor, id) };
  }

  @Mutation(() => BillingEntityPayload, { description: 'Adds taxes to those of a billing entity.' })
  @Permission('billing_entity', 'write')
  @FailsWith({ notFound: ['billing entity', 'tax'] })
  async applyTaxesToBillingEntity(
    @Ctx() context: Context,
    @Arg('input', () => ApplyTaxesToBillingEntityInput, {
      description: 'The billing entity, and the taxes to add.',
    })
    input: ApplyTaxesToBillingEntityInput,
  ): Promise<{ billingEntity: BillingEntity }> {
    const tx = context.beginWrite();
    return { billingEntity: await this.needs.billingEntityEditor.applyTaxes(tx, context.actor, input) };
  }

  @Mutation(() => BillingEntityPayload, { description: 'Removes taxes from those of a billing entity.' })
  @Permission('billing_entity', 'write')
  @FailsWith({ notFound: ['billing entity', 'tax'] })
  async removeTaxesFromBillingEntity(
    @Ctx() context: Context,
    @Arg('input', () => RemoveTaxesFromBillingEntityInput, {
      description: 'The billing entity, and the taxes to remove.',
    })
    input: RemoveTaxesFromBillingEntityInput,
  ): Promise<{ billingEntity: BillingEntity }> {
    const tx = context.beginWrite();
    return { billingEntity: await this.needs.billingEntityEditor.removeTaxes(tx, context.actor, input) };
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Address of the logo, which everybody can read. Every new logo has another address.',
  })
  logoUrl(@Root() entity: BillingEntity, @Ctx() context: Context): AddressInAnswer | null {
    return logoUrlOf<AddressInAnswer>(entity, context.addresses ?? this.needs.publicAddresses);
  }

  @FieldResolver(() => [TaxType], {
    description: 'Taxes of its customers without taxes of their own, sorted by name.',
  })
  @Permission('tax', 'read')
  taxes(@Root() entity: BillingEntity, @Ctx() context: Context): Promise<Tax[]> {
    return context.load(this.ownTaxes, entity.id);
  }

  @FieldResolver(() => [BankAccountType], {
    description: 'The accounts to which its new invoices are paid, in the order in which they were sent.',
  })
  bankAccounts(@Root() entity: BillingEntity, @Ctx() context: Context): Promise<BankAccount[]> {
    return context.load(this.ownAccounts, entity.id);
  }

  @FieldResolver(() => [InvoiceCustomSectionType], {
    description: 'The custom sections of invoices for customers that select none, by name.',
  })
  @Permission('invoice_custom_section', 'read')
  selectedInvoiceCustomSections(
    @Root() { selectedCustomSections }: BillingEntity,
    @Ctx() context: Context,
  ): Promise<InvoiceCustomSection[]> {
    return this.needs.customSectionRelations.selected(context, selectedCustomSections);
  }
}
