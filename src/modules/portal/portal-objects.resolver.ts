import type { AddressInAnswer } from '../../platform/addresses.js';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { shownEnd } from '../../core/time/period.js';
import type { Context } from '../../platform/api/context.js';
import { Large } from '../../platform/api/cost.js';
import { CurrencyCode } from '../../platform/api/members/enums.js';
import { DateTime, SafeInt } from '../../platform/api/members/scalars.js';
import type { PayeeAccount } from '../billing-entities/bank-accounts/payee-account.js';
import type { CreditNote } from '../credit-notes/records/credit-note.table.js';
import { billingSettingsOf } from '../customers/records/billing-settings.js';
import type { Customer } from '../customers/records/customer.table.js';
import { languageOf } from '../documents/wording/languages.js';
import { subscribedPrivileges } from '../features/subscriptions/subscription-entitlement.rules.js';
import type { AppliedTax, Fee } from '../invoices/records/fees/fee.table.js';
import type { InvoiceCredit } from '../invoices/records/invoice-credit.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { dueCents } from '../invoices/settlement/invoice-dues.js';
import { PlanIntervalEnum } from '../plans/plan-interval.schema.js';
import type { Plan } from '../plans/plan.table.js';
import { currentPeriodOf } from '../subscriptions/records/subscription-context.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';
import type { ChargeUsage } from '../usage/current-usage/charge-usage.js';
import type { ProjectedLine } from '../usage/current-usage/projected-charge-usage.js';
import { PortalCustomerType } from './portal-customer.schema.js';
import {
  PortalBankAccountType,
  PortalCreditNoteType,
  PortalInvoiceCreditType,
  PortalInvoiceLineType,
  PortalInvoiceType,
  PortalTaxType,
} from './portal-document.schema.js';
import type { PortalRelations } from './portal-relations.js';
import {
  PortalChargeUsageType,
  PortalEntitlementType,
  PortalProjectedChargeUsageType,
  PortalSubscriptionType,
} from './portal-subscription.schema.js';

const FILE_URL = {
  nullable: true,
  description:
    'Address of the PDF; null until it is generated. Whoever has the address can read the file, for as long as the document exists.',
};
const CHARGE_NAME = { description: 'Name of the charge on invoices.' };

@Resolver(() => PortalCustomerType)
export class PortalCustomerResolver {
  constructor(private readonly relations: PortalRelations) {}

  @FieldResolver(() => String, {
    description: "The customer's time zone, or that of its billing entity if the customer has none.",
  })
  async applicableTimezone(@Root() customer: Customer, @Ctx() context: Context): Promise<string> {
    const entity = await context.load(this.relations.billingEntity, customer.billingEntityId);
    return billingSettingsOf(customer, entity).timezone;
  }

  @FieldResolver(() => String, {
    description:
      'Language of the portal and of new documents: that of the customer, else that of its billing entity; English if there are no words in it.',
  })
  async language(@Root() customer: Customer, @Ctx() context: Context): Promise<string> {
    const entity = await context.load(this.relations.billingEntity, customer.billingEntityId);
    return languageOf(customer.documentLocale ?? entity.documentLocale).tag;
  }
}

@Resolver(() => PortalInvoiceType)
export class PortalInvoiceResolver {
  constructor(private readonly relations: PortalRelations) {}

  @FieldResolver(() => SafeInt, {
    description: 'Amount that is still due: the total minus payments and offsets, in minor units.',
  })
  totalDueAmountCents(@Root() invoice: Invoice): bigint {
    return dueCents(invoice);
  }

  @FieldResolver(() => String, FILE_URL)
  fileUrl(@Root() { id }: Invoice, @Ctx() context: Context): Promise<AddressInAnswer | null> {
    return this.relations.fileUrl(context, 'invoice', id);
  }

  @FieldResolver(() => PortalBankAccountType, {
    nullable: true,
    description:
      'The account to which it is paid, with its number as reference. Null once nothing is due, and without an account.',
  })
  async bankAccount(@Root() invoice: Invoice, @Ctx() context: Context): Promise<PayeeAccount | null> {
    return dueCents(invoice) > 0n ? context.load(this.relations.bankAccount, invoice.id) : null;
  }

  @FieldResolver(() => [PortalInvoiceLineType], { description: 'Lines, in their order on the invoice.' })
  lines(@Root() { id }: Invoice, @Ctx() context: Context): Promise<Fee[]> {
    return context.load(this.relations.lines, id);
  }

  @FieldResolver(() => [PortalTaxType], { description: 'The taxes on the invoice.' })
  taxes(@Root() { id }: Invoice, @Ctx() context: Context): Promise<AppliedTax[]> {
    return context.load(this.relations.taxes, id);
  }

  @FieldResolver(() => [PortalInvoiceCreditType], {
    description: 'Credits that the invoice uses, in order of use.',
  })
  credits(@Root() { id }: Invoice, @Ctx() context: Context): Promise<InvoiceCredit[]> {
    return context.load(this.relations.credits, id);
  }
}

@Resolver(() => PortalCreditNoteType)
export class PortalCreditNoteResolver {
  constructor(private readonly relations: PortalRelations) {}

  @FieldResolver(() => String, FILE_URL)
  fileUrl(@Root() { id }: CreditNote, @Ctx() context: Context): Promise<AddressInAnswer | null> {
    return this.relations.fileUrl(context, 'credit_note', id);
  }
}

@Resolver(() => PortalSubscriptionType)
export class PortalSubscriptionResolver {
  constructor(private readonly relations: PortalRelations) {}

  @FieldResolver(() => String, { description: 'Name of the plan on invoices.' })
  async planName(@Root() subscription: Subscription, @Ctx() context: Context): Promise<string> {
    const { name, invoiceDisplayName } = await this.planOf(subscription, context);
    return invoiceDisplayName ?? name;
  }

  @FieldResolver(() => SafeInt, { description: 'Amount of the plan in a period, in minor units.' })
  async amountCents(@Root() subscription: Subscription, @Ctx() context: Context): Promise<bigint> {
    return (await this.planOf(subscription, context)).amountCents;
  }

  @FieldResolver(() => CurrencyCode, { description: 'Currency of the plan.' })
  async currency(@Root() subscription: Subscription, @Ctx() context: Context): Promise<string> {
    return (await this.planOf(subscription, context)).amountCurrency;
  }

  @FieldResolver(() => PlanIntervalEnum, { description: 'Length of the billing period of the plan.' })
  async interval(@Root() subscription: Subscription, @Ctx() context: Context): Promise<Plan['interval']> {
    return (await this.planOf(subscription, context)).interval;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'Start of the current billing period. Null unless active.',
  })
  async currentPeriodFrom(@Root() subscription: Subscription, @Ctx() context: Context): Promise<Date | null> {
    return currentPeriodOf(await context.load(this.relations.subscription, subscription))?.from ?? null;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'Last second of the current billing period. Null unless active.',
  })
  async currentPeriodTo(@Root() subscription: Subscription, @Ctx() context: Context): Promise<Date | null> {
    const period = currentPeriodOf(await context.load(this.relations.subscription, subscription));
    return period === null ? null : shownEnd(period);
  }

  @FieldResolver(() => [PortalEntitlementType], {
    description: 'The features that the subscription entitles to.',
  })
  @Large()
  async entitlements(
    @Root() subscription: Subscription,
    @Ctx() context: Context,
  ): Promise<PortalEntitlementType[]> {
    const entitlements = await context.load(this.relations.entitlements, subscription);
    return Promise.all(
      entitlements.map(async (entitlement) => {
        const { id, code, name, description } = entitlement;
        const privileges = await context.load(this.relations.privileges, id);
        const subscribed = subscribedPrivileges(privileges, entitlement);
        return {
          code,
          name,
          description,
          privileges: subscribed.map(({ privilege, value }) => ({
            code: privilege.code,
            name: privilege.name,
            value,
          })),
        };
      }),
    );
  }

  private async planOf(subscription: Subscription, context: Context): Promise<Plan> {
    return (await context.load(this.relations.subscription, subscription)).plan;
  }
}

@Resolver(() => PortalChargeUsageType)
export class PortalChargeUsageResolver {
  @FieldResolver(() => String, CHARGE_NAME)
  name(@Root() usage: ChargeUsage): string {
    return nameOf(usage);
  }
}

@Resolver(() => PortalProjectedChargeUsageType)
export class PortalProjectedChargeUsageResolver {
  @FieldResolver(() => String, CHARGE_NAME)
  name(@Root() usage: ChargeUsage<ProjectedLine>): string {
    return nameOf(usage);
  }
}

function nameOf({ charge, metric }: Pick<ChargeUsage, 'charge' | 'metric'>): string {
  return charge.invoiceDisplayName ?? metric.name;
}
