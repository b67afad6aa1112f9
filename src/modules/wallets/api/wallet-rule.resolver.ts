import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { shownReference } from '../../payment-providers/methods/payment-method-reference.js';
import type { Context } from '../../../platform/api/context.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import type {
  AppliedInvoiceCustomSection,
  InvoiceCustomSectionRelations,
} from '../../invoice-custom-sections/invoice-custom-section-relations.js';
import { AppliedInvoiceCustomSectionType } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import { PaymentMethodReference } from '../../subscriptions/api/subscription.schema.js';
import { WalletRuleType } from './wallet-rule.schema.js';
import type { WalletRelations } from './wallet-relations.js';
import type { WalletRule } from '../records/wallet-rule.table.js';

@Resolver(() => WalletRuleType)
export class WalletRuleResolver {
  constructor(
    private readonly relations: WalletRelations,
    private readonly customSections: InvoiceCustomSectionRelations,
  ) {}

  @FieldResolver(() => Boolean, {
    description: 'Whether the invoice of a purchase is issued only when it has been paid.',
  })
  async invoiceRequiresSuccessfulPayment(
    @Root() { invoiceRequiresSuccessfulPayment: own, walletId }: WalletRule,
    @Ctx() context: Context,
  ): Promise<boolean> {
    return own ?? (await context.load(this.relations.wallet, walletId)).invoiceRequiresSuccessfulPayment;
  }

  @FieldResolver(() => [AppliedInvoiceCustomSectionType], {
    description: 'The custom sections that it has selected for the invoices of its purchases, by name.',
  })
  @Permission('invoice_custom_section', 'read')
  appliedInvoiceCustomSections(
    @Root() { customSections }: WalletRule,
    @Ctx() context: Context,
  ): Promise<AppliedInvoiceCustomSection[]> {
    return this.customSections.applied(context, customSections);
  }

  @FieldResolver(() => PaymentMethodReference, {
    nullable: true,
    description: 'How the invoices of its purchases are paid; null: as the wallet says.',
  })
  paymentMethod(@Root() rule: WalletRule): PaymentMethodReference | null {
    return shownReference(rule);
  }
}
