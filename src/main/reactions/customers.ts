import type { Actor } from '../../platform/actor.js';
import type { Representation } from '../../platform/activity/snapshots.js';
import type { Reactions } from '../../platform/changes/changes.js';
import type { Tx } from '../../platform/db/database.js';
import { END_SUBSCRIPTIONS } from '../../lifecycle/subscriptions/end-subscriptions.job.js';
import { taxConnectionOf } from '../../modules/customers/records/customer-taxation.js';
import type { CustomerChange } from '../../modules/customers/customer.changes.js';
import type { RegistryAnswer } from '../../modules/customers/vat/vat-registry.js';
import { queueTaxes } from '../../modules/invoices/issuing/pending-invoices.job.js';
import { queueFeeTaxes } from '../../modules/invoices/issuing/standalone-fees.job.js';
import type { Services } from '../capabilities.js';
import { ofCustomer } from './recorded-rows.js';
import type { Reactors } from './reactors.js';

/** Reactions to changes of customers and to checks of their VAT numbers. */
export function customerReactions(
  {
    customerSync,
    draftInvoices,
    drafts,
    dunningAttempts,
    providerCustomers,
    taxEstimates,
    unmadeEInvoices,
    walletEditor,
    zoneChange,
  }: Services,
  { records, refreshesDrafts }: Reactors,
): Reactions<CustomerChange> {
  /** Has the documents taxed otherwise that wait for the former tax connection of customers. */
  const leaveTaxConnection = async (tx: Tx, actor: Actor, customerIds: readonly string[]) => {
    const { organizationId } = actor;
    for (const customerId of customerIds) {
      await queueTaxes(tx, { organizationId, customerId });
      await queueFeeTaxes(tx, { organizationId, customerId });
    }
    await taxEstimates.deleteOfCustomers(tx, actor, customerIds);
  };
  return {
    'customer.created': [
      records('customer.created', ofCustomer),
      async (tx, actor, { customer }) => {
        if (customer.paymentProvider !== null) await providerCustomers.applyLink(tx, actor, customer);
      },
      (tx, actor, { customer }) => customerSync.request(tx, actor, customer),
    ],
    'customer.vat_check_failed': [
      records('customer.vies_check', ({ customer, outcome: { error } }) => ({
        ...ofCustomer({ customer }),
        sentWith: { vies_check: { valid: false, valid_format: true, error } },
      })),
    ],
    'customer.vat_check_ended': [
      records('customer.vies_check', ({ customer, outcome }) =>
        outcome.type === 'answered'
          ? { ...ofCustomer({ customer }), sentWith: { vies_check: shownAnswer(outcome.answer) } }
          : [],
      ),
      refreshesDrafts(({ customer }) => ({ customerId: customer.id })),
      (tx, { organizationId }, { customer: { id: customerId } }) =>
        queueTaxes(tx, { organizationId, customerId }),
    ],
    'customer.updated': [
      async (tx, actor, { customer, now, datesInvoicesAnew }) => {
        if (datesInvoicesAnew) await draftInvoices.redate(tx, actor, customer, now);
      },
      async (tx, actor, { customer, now, hasNewZone }) => {
        if (hasNewZone) await zoneChange.reschedule(tx, actor, customer, now);
      },
      async (tx, actor, { customer, hasNewTaxes, hasNewLinks, hasNewProfile, vatCheck }) => {
        const asksProvider = hasNewProfile && taxConnectionOf(customer) !== null;
        if (hasNewTaxes || hasNewLinks || asksProvider || vatCheck !== 'unchanged')
          await drafts.scheduleRefreshes(tx, actor, { customerId: customer.id });
      },
      async (tx, actor, { customer: { organizationId, id: customerId }, hasNewTaxConnection, vatCheck }) => {
        if (hasNewTaxConnection) await leaveTaxConnection(tx, actor, [customerId]);
        else if (vatCheck === 'ended') await queueTaxes(tx, { organizationId, customerId });
      },
      async (tx, actor, { customer: { id: customerId }, hasNewZone }) => {
        // Another billing entity, which may have another campaign, counts as a new zone.
        if (hasNewZone) await dunningAttempts.scheduleForTerms(tx, actor, { customerId });
      },
      (tx, actor, { customer }) => unmadeEInvoices.queueForParty(tx, actor, { customerId: customer.id }),
      records('customer.updated', (change) => ({ ...ofCustomer(change), before: change.before })),
      async (tx, actor, { customer, hasNewProvider, hasNewContact }) => {
        if (hasNewProvider) await providerCustomers.applyLink(tx, actor, customer);
        else if (hasNewContact) await providerCustomers.queueContactUpdate(tx, actor, customer);
      },
      async (tx, actor, { customer, hasNewLinks, hasNewProfile }) => {
        if (hasNewLinks || hasNewProfile) await customerSync.request(tx, actor, customer);
      },
    ],
    'customer.erasure_requested': [
      records('customer.erasure_requested', (change) => ({ ...ofCustomer(change), before: change.before })),
    ],
    'customer.erased': [
      records('customer.erased', (change) => ({ ...ofCustomer(change), before: change.before })),
    ],
    'customer.deleted': [
      records('customer.deleted', (change) => ({ ...ofCustomer(change), before: change.before })),
      (tx, actor, { customer }) => walletEditor.terminateOf(tx, actor, customer),
      (tx, { organizationId }, { customer: { id: customerId } }) =>
        END_SUBSCRIPTIONS.enqueue(tx, { organizationId, customerId }),
      async (tx, actor, { customer: { id }, hasLeftTaxConnection }) => {
        if (hasLeftTaxConnection) await leaveTaxConnection(tx, actor, [id]);
      },
    ],
    'customers.tax_connection_left': [
      async (tx, actor, { customers }) => {
        const ids = customers.map(({ id }) => id);
        for (const customerId of ids) await drafts.scheduleRefreshes(tx, actor, { customerId });
        await leaveTaxConnection(tx, actor, ids);
      },
    ],
  };
}

/** The answer of the VAT registry, as webhooks show it. Source: taxes.md §6.4. */
function shownAnswer({ isValid, countryCode, name, address }: RegistryAnswer): Representation {
  const valid = { valid: isValid, valid_format: true };
  return isValid ? { ...valid, country_code: countryCode, name, address } : valid;
}
