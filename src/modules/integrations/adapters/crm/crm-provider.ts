import type { TARGETED_OBJECTS } from '../../types/integration-types.js';
import type { CalledConnection, CheckedSystem } from '../calls/called-connection.js';

/** What a customer is at a CRM. */
export type CrmObject = (typeof TARGETED_OBJECTS)[number];

/** A customer as a CRM gets it; members without a text are null. */
export interface CrmCustomer {
  readonly id: string;
  readonly externalId: string;
  readonly object: CrmObject;
  /** The customer's id at the CRM; null if it has none yet. */
  readonly knownId: string | null;
  readonly name: string | null;
  readonly legalName: string | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  /** Several addresses are separated by commas. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly url: string | null;
  readonly taxIdentificationNumber: string | null;
  /** The address of the customer at this server. */
  readonly address: string;
}

/** The place of a customer at a CRM, to which documents are attached. */
export interface CrmCustomerPlace {
  readonly object: CrmObject;
  readonly externalId: string;
}

/** An invoice as a CRM gets it. Dates are local: `2027-05-01`; amounts are decimals in units of the currency, as texts. */
export interface CrmInvoice {
  readonly id: string;
  readonly number: string;
  readonly issuingDate: string;
  readonly paymentDueDate: string | null;
  readonly paymentOverdue: boolean;
  readonly invoiceType: string;
  readonly status: string;
  readonly paymentStatus: string;
  readonly currency: string;
  readonly totalAmount: string;
  readonly totalDueAmount: string;
  readonly subTotalExcludingTaxes: string;
  readonly purchaseOrderNumber: string | null;
  /** The address of its PDF, which is there once it is generated. */
  readonly fileUrl: string;
}

/** A subscription as a CRM gets it. */
export interface CrmSubscription {
  readonly id: string;
  readonly externalId: string;
  readonly name: string | null;
  readonly planCode: string;
  readonly status: string;
  readonly billingTime: string;
  readonly subscriptionAt: Date;
  readonly startedAt: Date | null;
  readonly endingAt: Date | null;
  readonly trialEndedAt: Date | null;
  readonly terminatedAt: Date | null;
}

/** Something of ours at a CRM. */
export interface KnownCrmObject {
  readonly externalId: string;
  /** The page that shows it; null if it is not known. */
  readonly externalUrl: string | null;
}

export interface KnownCrmCustomer extends KnownCrmObject {
  /** The e-mail address by which the CRM knows a contact; null for others. */
  readonly email: string | null;
}

/**
 * The port to CRMs. A check also prepares the account: its properties, and the objects that stand for documents. Everything that is
 * put is an upsert, so that a call may be repeated. All throw `IntegrationRefusal`. Source: integrations.md §14, §17 "Ports".
 */
export interface CrmProvider extends CheckedSystem {
  /** Creates a customer, or updates the one that the CRM knows. */
  putCustomer(connection: CalledConnection, customer: CrmCustomer): Promise<KnownCrmCustomer>;
  putInvoice(
    connection: CalledConnection,
    invoice: CrmInvoice,
    customer: CrmCustomerPlace,
  ): Promise<KnownCrmObject>;
  putSubscription(
    connection: CalledConnection,
    subscription: CrmSubscription,
    customer: CrmCustomerPlace,
  ): Promise<KnownCrmObject>;
}
