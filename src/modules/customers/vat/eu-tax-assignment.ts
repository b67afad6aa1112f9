import { euTaxCodeOf, isEuTaxCode } from '../../../core/taxes/eu-taxes.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { Customer } from '../records/customer.table.js';

/** A customer that was created or changed. */
interface ChangedCustomer {
  /** Null for a new customer. */
  readonly before: Customer | null;
  readonly after: Customer;
  /** The billing entity that it has now. */
  readonly entity: Pick<BillingEntity, 'euTaxManagement' | 'country'>;
  /** Codes of the taxes that it had. */
  readonly heldCodes: readonly string[];
  /** Codes of the taxes that the request names; undefined if it names none. */
  readonly sentCodes: readonly string[] | undefined;
}

/** What follows from the EU tax management of a billing entity for a customer. */
interface TaxAssignment {
  /** The codes of the taxes that the customer gets; undefined if its taxes stay. */
  readonly codes: readonly string[] | undefined;
  /**
   * `needed`: its taxes depend on whether the VAT registry knows its number. `obsolete`: they do not. `unchanged`: the
   * customer was not evaluated.
   */
  readonly registryCheck: 'needed' | 'obsolete' | 'unchanged';
}

/**
 * Assigns taxes to a created or changed customer. A billing entity with EU tax management adds its own to those that the
 * request names, unless the VAT registry has to be asked first. Source: taxes.md §6.2, §6.3.
 */
export function assignTaxes(changed: ChangedCustomer): TaxAssignment {
  const { before, after, entity, heldCodes, sentCodes } = changed;
  if (!entity.euTaxManagement || entity.country === null) {
    return { codes: sentCodes, registryCheck: 'obsolete' };
  }
  if (!isEvaluated(changed)) return { codes: sentCodes, registryCheck: 'unchanged' };
  const code = euTaxCodeOf(after, entity.country);
  if (code !== null) return { codes: [...(sentCodes ?? []), code], registryCheck: 'obsolete' };
  const hasNewEntity = before !== null && before.billingEntityId !== after.billingEntityId;
  const kept = heldCodes.filter((held) => !isEuTaxCode(held));
  return { codes: hasNewEntity ? (sentCodes ?? kept) : sentCodes, registryCheck: 'needed' };
}

/** The members of a customer whose change has it evaluated again. */
const DECIDING = ['taxIdentificationNumber', 'zipcode', 'country', 'billingEntityId'] as const;

function isEvaluated({ before, after, heldCodes }: ChangedCustomer): boolean {
  if (before === null || !heldCodes.some(isEuTaxCode)) return true;
  return DECIDING.some((member) => before[member] !== after[member]);
}
