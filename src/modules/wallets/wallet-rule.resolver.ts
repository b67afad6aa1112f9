import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { shownReference } from '../payment-providers/payment-method-reference.js';
import type { Context } from '../../platform/api/context.js';
import { JsonObject } from '../../platform/api/scalars.js';
import { RestOnly } from '../../platform/api/surfaces.js';
import { PaymentMethodReference } from '../subscriptions/subscription.schema.js';
import { WalletRuleType } from './wallet-rule.schema.js';
import type { WalletRelations } from './wallet-relations.js';
import type { WalletRule } from './wallet-rule.table.js';

@Resolver(() => WalletRuleType)
export class WalletRuleResolver {
  constructor(private readonly relations: WalletRelations) {}

  @FieldResolver(() => Boolean, {
    description: 'True: the invoice of a purchase is issued only when it has been paid.',
  })
  async invoiceRequiresSuccessfulPayment(
    @Root() { invoiceRequiresSuccessfulPayment: own, walletId }: WalletRule,
    @Ctx() context: Context,
  ): Promise<boolean> {
    return own ?? (await context.load(this.relations.wallet, walletId)).invoiceRequiresSuccessfulPayment;
  }

  @FieldResolver(() => [JsonObject], { description: 'Always empty: not built yet.' })
  @RestOnly()
  appliedInvoiceCustomSections(): Record<string, unknown>[] {
    return [];
  }

  @FieldResolver(() => PaymentMethodReference, {
    nullable: true,
    description: 'How the invoices of its purchases are paid; null: as the wallet says.',
  })
  paymentMethod(@Root() rule: WalletRule): PaymentMethodReference | null {
    return shownReference(rule);
  }
}
