import { customerId, subscriptionId } from './demo-names.ts';

interface Places {
  /** A customer with everything: paid and unpaid invoices, and a credit note. */
  readonly customer: number;
  readonly invoiceId: string;
  /** The number of the present month. */
  readonly lastMonth: number;
  readonly end: Date;
}

const DAY_MS = 86_400_000;

/** For each document of `examples/dashboard` the variables that show something of the demo. */
export function screensOf({ customer, invoiceId, lastMonth, end }: Places): Record<string, object> {
  const externalId = customerId(customer);
  const ofSubscription = { externalId, externalSubscriptionId: subscriptionId(customer) };
  const includeTest = true;
  const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  return {
    'activity.graphql': { externalId },
    'current-usage.graphql': ofSubscription,
    'customer.graphql': { externalId },
    'event.graphql': { transactionId: `demo-${lastMonth}-${customer}-0` },
    'invoice.graphql': { id: invoiceId },
    'mrr.graphql': { months: 12, includeTest },
    'overdue-balances.graphql': { includeTest },
    'overdue-invoices.graphql': {},
    'plan.graphql': { code: 'demo_team' },
    'prepaid-credits.graphql': { includeTest },
    'revenue.graphql': { months: 12, includeTest },
    'search.graphql': { text: 'demo' },
    'summary.graphql': { currency: 'EUR', includeTest },
    'unpaid-invoices.graphql': { externalId },
    'usage-by-day.graphql': {
      from: dateOf(end.getTime() - 45 * DAY_MS),
      to: dateOf(end.getTime()),
      includeTest,
    },
    'usage-over-time.graphql': ofSubscription,
  };
}
