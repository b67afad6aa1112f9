import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import { READ_PROVIDER_MESSAGE } from '../payment-providers/messages/provider-messages.service.js';
import type { PaymentsNeeds } from './payments.needs.js';
import { CollectedDocuments } from './collecting/collected-documents.service.js';
import { COLLECT_PAYMENT, EXPIRE_PAYMENT_LINK, MAKE_REFUND } from './collecting/payment.jobs.js';
import { LostPayments } from './collecting/lost-payments.service.js';
import { PaymentCollection } from './collecting/payment-collection.service.js';
import { PaymentCollectionResolver } from './collecting/payment-collection.resolver.js';
import { PaymentLinks } from './collecting/payment-links.service.js';
import { PaymentOutcomes } from './collecting/payment-outcomes.service.js';
import { ProviderReports } from './collecting/provider-reports.service.js';
import { Refunds } from './collecting/refunds.service.js';
import { SandboxActions } from './collecting/sandbox-actions.service.js';
import { SandboxPayments } from './collecting/sandbox-payments.service.js';
import { PAYMENT_ACTIVITIES } from './payment.activities.js';
import { PaymentResolver } from './payment.resolver.js';
import { PaymentService } from './payment.service.js';
import { PaymentOfRequestResolver } from './payment-of-request.resolver.js';
import { CustomerPaymentsResolver, InvoicePaymentsResolver } from './related-payments.resolver.js';
import { PAYMENT_CHECKS } from './payment.checks.js';

/** Payments: recorded by hand, or made by providers. */
export const paymentsCapability = capability({
  services: (lower: PaymentsNeeds) => {
    const collectedDocuments = new CollectedDocuments(lower);
    const paymentOutcomes = new PaymentOutcomes({ ...lower, collectedDocuments });
    const lostPayments = new LostPayments({ ...lower, collectedDocuments, paymentOutcomes });
    const collecting = { ...lower, collectedDocuments, paymentOutcomes, lostPayments };
    const paymentLinks = new PaymentLinks(collecting);
    const refunds = new Refunds(lower);
    const providerReports = new ProviderReports({ ...collecting, refunds });
    return {
      payments: new PaymentService(lower.invoiceSettlement, lower.paymentRequests, lower.changes),
      paymentCollection: new PaymentCollection(collecting),
      paymentLinks,
      paymentOutcomes,
      refunds,
      providerReports,
      sandboxPayments: new SandboxPayments(collecting),
      sandboxActions: new SandboxActions({ ...collecting, paymentLinks, providerReports }),
    };
  },
  resolvers: (services) => [
    new PaymentResolver(services),
    new PaymentOfRequestResolver(services.payments),
    new PaymentCollectionResolver(services.paymentCollection, services.paymentLinks),
    new CustomerPaymentsResolver(services.payments),
    new InvoicePaymentsResolver(services.payments),
  ],
  jobs: ({ paymentCollection, paymentLinks, refunds, providerReports }) => [
    COLLECT_PAYMENT.doneBy((collect) => paymentCollection.run(collect)),
    MAKE_REFUND.doneBy((refund) => refunds.run(refund)),
    EXPIRE_PAYMENT_LINK.doneBy((link) => paymentLinks.expire(link)),
    READ_PROVIDER_MESSAGE.doneBy((message) =>
      providerReports.run(
        'messageIds' in message ? message : { ...message, messageIds: [message.messageId] },
      ),
    ),
    scheduledJob('resume_payments', '17 * * * *', () => paymentCollection.resume()),
  ],
  dueWork: ({ sandboxPayments }) => ({ sandbox_payment: sandboxPayments.recordDue }),
  removal:
    ({ payments, paymentLinks, refunds }) =>
    async (tx, actor, { customerIds }) => {
      await paymentLinks.deleteForGood(tx, actor, customerIds);
      await refunds.deleteForGood(tx, actor, customerIds);
      await payments.deleteForGood(tx, actor, customerIds);
    },
  activities: PAYMENT_ACTIVITIES,
  checks: PAYMENT_CHECKS,
});

export type PaymentsServices = ServicesOf<typeof paymentsCapability>;
