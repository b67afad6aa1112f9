import type { IntegrationCategory } from './integration-types.js';

/** What a mapping is for. Source: integrations.md §3. */
export const MAPPING_TARGETS = [
  'add_on',
  'billable_metric',
  'plan',
  'subscription_fee',
  'minimum_commitment',
  'coupon',
  'prepaid_credit',
  'credit_note',
  'fallback_item',
  'granted_credit',
  'tax',
  'account',
] as const;

export type MappingTarget = (typeof MAPPING_TARGETS)[number];

/** Targets that are records: a mapping names one of them by its id. */
export const RECORD_TARGETS = ['add_on', 'billable_metric', 'plan'] as const;
export type RecordTarget = (typeof RECORD_TARGETS)[number];

export function isRecordTarget(target: MappingTarget): target is RecordTarget {
  return (RECORD_TARGETS as readonly MappingTarget[]).includes(target);
}

const ONLY_IN_ACCOUNTING: readonly MappingTarget[] = [
  'prepaid_credit',
  'credit_note',
  'granted_credit',
  'tax',
  'account',
];

/** True if connections of a category have mappings for the target. */
export function hasTarget(category: IntegrationCategory, target: MappingTarget): boolean {
  return category === 'accounting' || !ONLY_IN_ACCOUNTING.includes(target);
}

/** Targets that are accounts or types of tax, and no items: their mappings need no external id. */
export const WITHOUT_ITEM: readonly MappingTarget[] = ['tax', 'account'];

/** Targets for which no other mapping is used. */
export const WITHOUT_FALLBACK: readonly MappingTarget[] = ['tax', 'account', 'granted_credit'];
