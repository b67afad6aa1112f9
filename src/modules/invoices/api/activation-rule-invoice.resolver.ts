import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { SafeInt } from '../../../platform/api/members/scalars.js';
import { ActivationRuleType } from '../../subscriptions/api/activation-rule.schema.js';
import type { ActivationRule } from '../../subscriptions/records/activation-rule.table.js';
import { dueCents } from '../settlement/invoice-dues.js';
import type { Invoice } from '../records/invoice.table.js';
import type { OpenInvoices } from '../issuing/open-invoices.service.js';

/** The open invoice of an activation rule. No other field shows the invoice until it is paid. */
@Resolver(() => ActivationRuleType)
export class ActivationRuleInvoiceResolver {
  private readonly openInvoice = defineLoader<string, Invoice | null>(
    ({ db, actor }, subscriptionIds) => this.openInvoices.ofSubscriptions(db, actor, subscriptionIds),
    () => null,
  );

  constructor(private readonly openInvoices: OpenInvoices) {}

  @FieldResolver(() => ID, {
    nullable: true,
    description: 'The invoice to be paid. Null unless the rule is pending.',
  })
  async invoiceId(@Root() rule: ActivationRule, @Ctx() context: Context): Promise<string | null> {
    return (await this.invoiceOf(rule, context))?.id ?? null;
  }

  @FieldResolver(() => SafeInt, {
    nullable: true,
    description: 'Amount due on the invoice, in minor units. Null unless the rule is pending.',
  })
  async dueAmountCents(@Root() rule: ActivationRule, @Ctx() context: Context): Promise<bigint | null> {
    const invoice = await this.invoiceOf(rule, context);
    return invoice === null ? null : dueCents(invoice);
  }

  private async invoiceOf(
    { status, subscriptionId }: ActivationRule,
    context: Context,
  ): Promise<Invoice | null> {
    return status === 'pending' ? context.load(this.openInvoice, subscriptionId) : null;
  }
}
