import type {
  AccountingAccounts,
  AccountingCode,
} from '../../integrations/adapters/accounting/accounting-provider.js';
import { mappingOf } from '../../integrations/mappings/integration-mapping.rules.js';
import type { IntegrationMapping } from '../../integrations/records/integration-mapping.table.js';
import type { MappingTarget } from '../../integrations/types/mapping-targets.js';
import type { FeeItems } from '../../invoices/composing/tax-request.js';

type Mappings = Pick<FeeItems, 'mappings' | 'billingEntityId'>;

/** The accounts of a connection, each by its own mapping only. Source: integrations.md §3, §13. */
export function mappedAccounts({ mappings, billingEntityId }: Mappings): AccountingAccounts {
  const own = (target: MappingTarget) =>
    mappedCode(
      { mappings: mappings.filter((mapping) => mapping.target === target), billingEntityId },
      target,
    );
  return {
    account: own('account'),
    coupon: own('coupon'),
    creditNote: own('credit_note'),
    tax: own('tax'),
    prepaidCredit: own('prepaid_credit'),
    grantedCredit: own('granted_credit'),
  };
}

/** What coupons and progressive credits are called, which the fallback item stands in for. Source: integrations.md §12. */
export function couponCode(mappings: Mappings): AccountingCode | null {
  return mappedCode(mappings, 'coupon');
}

function mappedCode({ mappings, billingEntityId }: Mappings, target: MappingTarget): AccountingCode | null {
  return codeOf(mappingOf(mappings, { target, targetId: null, billingEntityId }));
}

export function codeOf(mapping: IntegrationMapping | null): AccountingCode | null {
  return mapping && { externalId: mapping.externalId, accountCode: mapping.externalAccountCode };
}
