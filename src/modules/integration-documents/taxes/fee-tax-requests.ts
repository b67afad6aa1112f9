import { Big } from '../../../core/money/decimal.js';
import { currencyDecimals } from '../../../core/money/money.js';
import { localDate } from '../../../core/time/calendar.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { TaxRequest } from '../../integrations/adapters/tax/tax-provider.js';
import type { SentFee } from '../../invoices/composing/provided-taxes.js';
import { taxCustomer, taxLine, taxSeller } from '../../invoices/composing/tax-request.js';
import type { AwaitingFee } from '../../invoices/issuing/standalone-fee-taxation.service.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { findFeeItems } from './fee-items.js';

/** What a tax provider is sent about a standalone fee. */
export interface FeeContent {
  readonly content: Omit<TaxRequest, 'requestId'>;
  /** The fee, as the only line. */
  readonly lines: readonly (readonly SentFee[])[];
}

/** Composes requests to tax providers about standalone fees. Source: integrations.md §6, §7. */
export class FeeTaxRequests {
  constructor(
    private readonly needs: Pick<
      IntegrationDocumentsNeeds,
      'billingEntities' | 'clock' | 'customerLinks' | 'integrationMappings' | 'plans'
    >,
  ) {}

  /** @param action what the provider is to do. A void has the date of today, on which its opposite may have to be recorded. */
  async compose(
    db: Db,
    actor: Actor,
    { fee, customer }: AwaitingFee,
    { integrationId, action }: { readonly integrationId: string; readonly action: 'commit' | 'void' },
  ): Promise<FeeContent> {
    const { billingEntities, clock, customerLinks } = this.needs;
    const { amountCents, currency, id } = fee;
    const billingEntityId = fee.billingEntityId ?? customer.billingEntityId;
    const taxDate = expectPresent(fee.standaloneOn ?? undefined, 'the day of a standalone fee');
    const link = await customerLinks.linkTo(db, actor, customer.id, integrationId);
    const billingEntity = await billingEntities.getWithArchived(db, actor, billingEntityId);
    const { timezone } = billingSettingsOf(customer, billingEntity);
    const billed = { integrationId, billingEntityId, fees: [fee], periods: [] };
    const items = await findFeeItems(this.needs, db, actor, billed);
    const line = [{ fee, amount: new Big(amountCents) }];
    const content = {
      document: {
        type: 'fee',
        id: `fee_${id}`,
        originalId: null,
        date: action === 'void' ? localDate(clock.now(), timezone).toString() : taxDate,
        taxDate,
        currency,
        minorDigits: currencyDecimals(currency),
        purchaseOrderNumber: null,
      },
      seller: taxSeller(billingEntity),
      customer: taxCustomer(customer, link?.externalCustomerId ?? null),
      lines: taxLine(line, items),
    } as const;
    return { content, lines: [line] };
  }
}
