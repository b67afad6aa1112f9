import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { WalletsNeeds } from '../wallets.needs.js';
import type { WalletService } from './wallet.service.js';
import type { Wallet } from '../records/wallet.table.js';

interface Needs extends Pick<WalletsNeeds, 'billingEntities' | 'customers'> {
  readonly wallets: WalletService;
}

/** Loaders of the records that wallets refer to. Their resolvers share them, so a request reads each kind once. */
export class WalletRelations {
  readonly wallet = defineLoader<string, Wallet>(
    ({ db, actor }, ids) => this.needs.wallets.getMany(db, actor, ids),
    () => notFound('wallet'),
  );

  readonly customer = defineLoader<string, Customer>(
    ({ db, actor }, ids) => this.needs.customers.getMany(db, actor, ids),
    () => notFound('customer'),
  );

  private readonly billingEntity = defineLoader<string, BillingEntity>(
    ({ db, actor }, ids) => this.needs.billingEntities.getManyWithArchived(db, actor, ids),
    () => notFound('billing_entity'),
  );

  constructor(private readonly needs: Needs) {}

  /** The billing entity of a wallet, which by default is that of its customer. */
  async billingEntityOf(context: Context, { billingEntityId, customerId }: Wallet): Promise<BillingEntity> {
    const id = billingEntityId ?? (await context.load(this.customer, customerId)).billingEntityId;
    return context.load(this.billingEntity, id);
  }
}
