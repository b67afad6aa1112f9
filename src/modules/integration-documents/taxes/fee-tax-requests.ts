import { Big } from '../../../core/money/decimal.js';
import { currencyDecimals } from '../../../core/money/money.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
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
      'billingEntities' | 'customerLinks' | 'integrationMappings' | 'plans'
    >,
  ) {}

  async compose(
    db: Db,
    actor: Actor,
    { fee, customer }: AwaitingFee,
    integrationId: string,
  ): Promise<FeeContent> {
    const { billingEntities, customerLinks } = this.needs;
    const { amountCents, currency, id } = fee;
    const billingEntityId = fee.billingEntityId ?? customer.billingEntityId;
    const date = expectPresent(fee.standaloneOn ?? undefined, 'the day of a standalone fee');
    const link = await customerLinks.linkTo(db, actor, customer.id, integrationId);
    const billingEntity = await billingEntities.getWithArchived(db, actor, billingEntityId);
    const billed = { integrationId, billingEntityId, fees: [fee], periods: [] };
    const items = await findFeeItems(this.needs, db, actor, billed);
    const line = [{ fee, amount: new Big(amountCents) }];
    const content = {
      document: {
        type: 'fee',
        id: `fee_${id}`,
        originalId: null,
        date,
        taxDate: date,
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
