import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { WalletChange } from '../../modules/wallets/wallet.changes.js';
import type { WalletWorkKind } from '../../modules/wallets/wallet-work.js';
import type { WalletsServices } from '../../modules/wallets/wallets.capability.js';
import { capability } from '../../platform/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { EstimatesServices } from '../estimates/estimates.capability.js';
import { AutomaticTopUps } from './automatic-top-ups.js';
import { WalletExpiry } from './wallet-expiry.js';
import { WalletDepletion } from './wallet-depletion.js';

type Lower = PlatformServices<WalletChange> &
  CustomersServices &
  WalletsServices &
  InvoicesServices &
  EstimatesServices;

/** Top-ups of wallets by their rules, the end of wallets and rules, and the messages about wallets that are used up. */
export const automaticTopUpsCapability = capability({
  services: (lower: Lower) => {
    const walletDepletion = new WalletDepletion(lower);
    return {
      automaticTopUps: new AutomaticTopUps({ ...lower, walletDepletion }),
      walletExpiry: new WalletExpiry(lower),
    };
  },
  dueWork: ({ automaticTopUps, walletExpiry }) =>
    ({
      wallet_expiration: walletExpiry.expireDue,
      wallet_rule_expiration: automaticTopUps.expireDue,
      wallet_top_up: automaticTopUps.topUpDue,
      wallet_review: automaticTopUps.reviewDue,
    }) satisfies DueWorkHandlers<WalletWorkKind>,
  jobs: ({ walletRules, jobsDb, clock }) => [
    // Source: wallets.md §6.
    scheduledJob('review_wallets', '*/5 * * * *', () =>
      jobsDb.transaction((tx) => walletRules.reviewAll(tx, null, clock.now())),
    ),
  ],
});
