import type { WalletWorkKind } from '../../modules/wallets/wallet-work.js';
import { capability } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { AutomaticTopUpsNeeds } from './automatic-top-ups.needs.js';
import { AutomaticTopUps } from './automatic-top-ups.js';
import { WalletExpiry } from './wallet-expiry.js';
import { WalletDepletion } from './wallet-depletion.js';

/** Top-ups of wallets by their rules, the end of wallets and rules, and the messages about wallets that are used up. */
export const automaticTopUpsCapability = capability({
  services: (lower: AutomaticTopUpsNeeds) => {
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
