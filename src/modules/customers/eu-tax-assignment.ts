import { euTaxCodeOf, isEuTaxCode } from '../../core/eu-taxes.js';
import type { BillingEntity } from '../organizations/billing-entity.table.js';
import type { Customer } from './customer.table.js';

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

/**
 * The codes of the taxes that a created or changed customer gets; undefined if its taxes stay. A billing entity with EU tax
 * management adds its own to them, unless the VAT registry has to be asked first. Source: taxes.md §6.2, §6.3.
 */
export function assignedTaxCodes(changed: ChangedCustomer): readonly string[] | undefined {
  const { before, after, entity, heldCodes, sentCodes } = changed;
  if (!entity.euTaxManagement || entity.country === null || !isEvaluated(changed)) return sentCodes;
  const code = euTaxCodeOf(after, entity.country);
  if (code !== null) return [...(sentCodes ?? []), code];
  const hasNewEntity = before !== null && before.billingEntityId !== after.billingEntityId;
  return hasNewEntity ? (sentCodes ?? heldCodes.filter((held) => !isEuTaxCode(held))) : sentCodes;
}

/** The members of a customer whose change has it evaluated again. */
const DECIDING = ['taxIdentificationNumber', 'zipcode', 'country', 'billingEntityId'] as const;

function isEvaluated({ before, after, heldCodes }: ChangedCustomer): boolean {
  if (before === null || !heldCodes.some(isEuTaxCode)) return true;
  return DECIDING.some((member) => before[member] !== after[member]);
}
