import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { WalletsNeeds } from './wallets.needs.js';
import { WALLET_ACTIVITIES } from './wallet.activities.js';
import { WalletEditor } from './editing/wallet-editor.service.js';
import { WalletLedger } from './ledger/wallet-ledger.service.js';
import { WalletRules } from './rules/wallet-rules.service.js';
import { WalletRuleResolver } from './api/wallet-rule.resolver.js';
import { WalletRelations } from './api/wallet-relations.js';
import { WalletPayments } from './ledger/wallet-payments.service.js';
import { CustomerWalletsResolver, WalletLimitsResolver, WalletResolver } from './api/wallet.resolver.js';
import { WalletService } from './api/wallet.service.js';
import { WalletTopUps } from './top-ups/wallet-top-ups.service.js';
import {
  WalletConsumptionResolver,
  WalletTransactionResolver,
  WalletTransactionsResolver,
} from './api/wallet-transaction.resolver.js';
import { WALLET_CHECKS } from './wallet.checks.js';

/** Wallets: prepaid credits of customers. */
export const walletsCapability = capability({
  services: (lower: WalletsNeeds) => {
    const ledger = new WalletLedger(lower);
    const walletTopUps = new WalletTopUps({ ...lower, ledger });
    const wallets = new WalletService(lower);
    const walletRules = new WalletRules(lower);
    return {
      wallets,
      walletRelations: new WalletRelations({ ...lower, wallets }),
      walletEditor: new WalletEditor({ ...lower, walletTopUps, walletRules }),
      walletRules,
      walletTopUps,
      walletPayments: new WalletPayments(ledger),
    };
  },
  resolvers: (services) => [
    new WalletResolver(services),
    new WalletLimitsResolver(services.wallets),
    new WalletRuleResolver(services.walletRelations, services.customSectionRelations),
    new CustomerWalletsResolver(services.wallets),
    new WalletTransactionResolver(services),
    new WalletConsumptionResolver(services.wallets),
    new WalletTransactionsResolver(services.wallets),
  ],
  removal:
    ({ wallets }) =>
    (tx, actor, { customerIds }) =>
      wallets.deleteForGood(tx, actor, customerIds),
  activities: WALLET_ACTIVITIES,
  checks: WALLET_CHECKS,
});

export type WalletsServices = ServicesOf<typeof walletsCapability>;
