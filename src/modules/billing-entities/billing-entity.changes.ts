import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { FieldErrors } from '../../platform/errors/field-errors.js';
import type { BillingEntity } from './records/billing-entity.table.js';

export type BillingEntityChange =
  | ChangeOf<'billing_entity.created', { entity: BillingEntity }>
  | ChangeOf<'billing_entity.updated', UpdatedBillingEntity>
  | ChangeOf<'billing_entity.archived', { entity: BillingEntity; before: Representation }>
  | ChangeOf<'billing_entity.taxes_changed', { billingEntityId: string }>
  /** The deprecated view of an organization got an address for webhooks. A refused address is added to `errors`. */
  | ChangeOf<'organization.webhook_url_given', { webhookUrl: string | null; errors: FieldErrors }>;

interface UpdatedBillingEntity {
  readonly entity: BillingEntity;
  readonly before: Representation;
  /** True if settings changed that determine the dates of its invoices, or its time zone. */
  readonly movesDates: boolean;
  /** True if its invoices were numbered per customer before, and are numbered in one sequence now. */
  readonly beginsSequence: boolean;
  /** True if its taxes were replaced. */
  readonly hasNewTaxes: boolean;
}
