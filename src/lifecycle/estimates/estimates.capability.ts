import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { EstimatesNeeds } from './estimates.needs.js';
import { FeeEstimateResolver } from './fee-estimate.resolver.js';
import { FeeEstimates } from './fee-estimates.js';
import { InvoicePreviewResolver } from './invoice-preview.resolver.js';
import { InvoicePreviews } from './invoice-previews.js';
import { OngoingBalanceResolver } from './ongoing-balance.resolver.js';
import { OngoingBalances } from './ongoing-balances.js';

/** Invoice previews, fee estimates, and what usage will take of wallets. */
export const estimatesCapability = capability({
  services: (lower: EstimatesNeeds) => ({
    feeEstimates: new FeeEstimates(lower),
    invoicePreviews: new InvoicePreviews(lower),
    ongoingBalances: new OngoingBalances(lower),
  }),
  resolvers: ({ invoicePreviews, feeEstimates, ongoingBalances, walletRelations }) => [
    new InvoicePreviewResolver(invoicePreviews),
    new FeeEstimateResolver(feeEstimates),
    new OngoingBalanceResolver(ongoingBalances, walletRelations),
  ],
});

export type EstimatesServices = ServicesOf<typeof estimatesCapability>;
