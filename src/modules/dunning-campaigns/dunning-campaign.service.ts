import type { DunningState } from '../../core/dunning.js';
import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { refuseTaken } from '../../platform/db/postgres/postgres-error.js';
import { notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { BillingEntity } from '../billing-entities/records/billing-entity.table.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { DunningCampaignsNeeds } from './dunning-campaigns.needs.js';
import type { DunnedBy } from './dunning-campaign.changes.js';
import type {
  CreateDunningCampaign,
  SetBillingEntityDunningCampaign,
  SetCustomerDunning,
  UpdateDunningCampaign,
} from './dunning-campaign.input.js';
import { dunningCampaignRepository, type DunningOwner } from './dunning-campaign.repository.js';
import { columnsOf, validateCampaign } from './dunning-campaign.rules.js';
import type { CustomerDunning, DunningAssignment, DunningCampaign } from './dunning-campaign.table.js';

const refuseTakenCode = refuseTaken('dunning_campaigns_code', 'code');

/** The campaign that applies to a customer, through an assignment to the customer or its billing entity. */
export interface AppliedDunning {
  readonly campaign: DunningCampaign;
  readonly assignment: DunningAssignment;
}

/** Manages dunning campaigns and to whom they apply. Source: payments.md §12. */
export class DunningCampaignService {
  constructor(
    private readonly needs: Pick<
      DunningCampaignsNeeds,
      'billingEntities' | 'customers' | 'customerLocks' | 'clock' | 'changes'
    >,
  ) {}

  /** @throws AppError `dunning_campaign_not_found`. */
  async get(db: Db, actor: Actor, key: { id: string } | { code: string }): Promise<DunningCampaign> {
    const isPossible = !('id' in key) || isUuid(key.id);
    return found(isPossible ? await dunningCampaignRepository.find(db, actor.organizationId, key) : null);
  }

  /** Includes deleted campaigns. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, DunningCampaign>> {
    return indexBy(
      await dunningCampaignRepository.findWithDeleted(db, actor.organizationId, ids),
      ({ id }) => id,
    );
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<DunningCampaign>> {
    return dunningCampaignRepository.list(db, actor.organizationId, query);
  }

  /** The campaigns assigned to customers or billing entities themselves, by the id of the owner. */
  async assignedTo(db: Db, actor: Actor, ownerIds: readonly string[]): Promise<Map<string, AppliedDunning>> {
    const { organizationId } = actor;
    const assignments = await dunningCampaignRepository.findAssignments(db, organizationId, ownerIds);
    if (assignments.length === 0) return new Map();
    const campaignIds = [...new Set(assignments.map(({ campaignId }) => campaignId))];
    const campaigns = await this.getMany(db, actor, campaignIds);
    return new Map(
      assignments.flatMap((assignment) => {
        const campaign = campaigns.get(assignment.campaignId);
        const owner = assignment.customerId ?? assignment.billingEntityId;
        return campaign === undefined || owner === null ? [] : [[owner, { campaign, assignment }] as const];
      }),
    );
  }

  /** The campaigns that apply to customers, by customer id: their own, or else those of their billing entities. */
  async appliedTo(
    db: Db,
    actor: Actor,
    customers: readonly Customer[],
  ): Promise<Map<string, AppliedDunning>> {
    const owners = new Set(customers.flatMap(({ id, billingEntityId }) => [id, billingEntityId]));
    const assigned = await this.assignedTo(db, actor, [...owners]);
    return new Map(
      customers.flatMap(({ id, billingEntityId }) => {
        const applied = assigned.get(id) ?? assigned.get(billingEntityId);
        return applied === undefined ? [] : [[id, applied] as const];
      }),
    );
  }

  /** @throws AppError `validation_errors`. */
  async create(tx: Tx, actor: Actor, input: CreateDunningCampaign): Promise<DunningCampaign> {
    validate(input);
    const now = this.needs.clock.now();
    const campaign: DunningCampaign = {
      description: null,
      bccEmails: [],
      daysBetweenAttempts: 1,
      maxAttempts: 1,
      thresholds: [],
      ...columnsOf(input),
      id: newId(),
      organizationId: actor.organizationId,
      code: input.code,
      name: input.name,
      thresholdsVersion: 1,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await dunningCampaignRepository.insert(tx, campaign).catch(refuseTakenCode);
    return campaign;
  }

  /**
   * Changes a campaign. Its attempts so far count, unless no threshold is reached any more (payments.md §12).
   * @throws AppError `dunning_campaign_not_found`, `validation_errors`.
   */
  async update(tx: Tx, actor: Actor, { id, ...input }: UpdateDunningCampaign): Promise<DunningCampaign> {
    const campaign = await this.lock(tx, actor, id);
    validate(input);
    const columns = columnsOf(input);
    const hasNewThresholds =
      columns.thresholds !== undefined &&
      JSON.stringify(columns.thresholds) !== JSON.stringify(campaign.thresholds);
    const changed: DunningCampaign = {
      ...campaign,
      ...columns,
      thresholdsVersion: campaign.thresholdsVersion + (hasNewThresholds ? 1 : 0),
      updatedAt: this.needs.clock.now(),
    };
    await dunningCampaignRepository
      .update(tx, actor.organizationId, campaign.id, changed)
      .catch(refuseTakenCode);
    await this.announce(tx, actor, { campaignId: campaign.id });
    return changed;
  }

  /** Deletes a campaign and its assignments; its payment requests stay. @throws AppError `dunning_campaign_not_found`. */
  async delete(tx: Tx, actor: Actor, id: string): Promise<DunningCampaign> {
    const campaign = await this.lock(tx, actor, id);
    const { organizationId } = actor;
    // Customers with campaigns of their own fall back to those of their billing entities.
    await this.announce(tx, actor, { campaignId: campaign.id });
    await dunningCampaignRepository.unassignCampaign(tx, organizationId, campaign.id);
    const deletedAt = this.needs.clock.now();
    await dunningCampaignRepository.update(tx, organizationId, campaign.id, { deletedAt });
    return campaign;
  }

  /**
   * Sets the campaign of a billing entity, which applies to its customers without one of their own.
   * @throws AppError `billing_entity_not_found`, `dunning_campaign_not_found`.
   */
  async setOfEntity(tx: Tx, actor: Actor, input: SetBillingEntityDunningCampaign): Promise<BillingEntity> {
    const entity = await this.needs.billingEntities.lock(tx, actor, input.billingEntityId);
    await this.assign(tx, actor, { billingEntityId: entity.id }, input.dunningCampaignId ?? null);
    return entity;
  }

  /**
   * Sets the campaign of a customer, and whether the customer is excluded from dunning.
   * @throws AppError `customer_not_found`, `dunning_campaign_not_found`; kind `notAllowed`, `test_clock_advancing`.
   */
  async setOfCustomer(tx: Tx, actor: Actor, input: SetCustomerDunning): Promise<Customer> {
    const { customers, customerLocks } = this.needs;
    const { id: customerId } = await customers.get(tx, actor, { id: input.customerId });
    const [customer] = await customerLocks.lockWithIdleClocks(tx, actor, [customerId]);
    if (customer === undefined || customer.deletedAt !== null) throw notFound('customer');
    const { dunningCampaignId, excluded } = input;
    if (dunningCampaignId !== undefined) await this.assign(tx, actor, { customerId }, dunningCampaignId);
    if (excluded !== undefined) {
      const dunning = await this.dunningOf(tx, actor, customerId);
      await this.save(tx, { ...dunning, excluded: excluded ?? false });
      await this.announce(tx, actor, { customerId });
    }
    return customer;
  }

  /** Ids of the customers who are excluded from dunning. */
  async excluded(db: Db, actor: Actor, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await dunningCampaignRepository.findDunning(db, actor.organizationId, customerIds);
    return new Set(rows.filter(({ excluded }) => excluded).map(({ customerId }) => customerId));
  }

  /** The dunning of a customer, whom the caller has locked. */
  async dunningOf(tx: Tx, { organizationId }: Actor, customerId: string): Promise<CustomerDunning> {
    const [known] = await dunningCampaignRepository.findDunning(tx, organizationId, [customerId]);
    return known ?? { organizationId, customerId, excluded: false, ...UNASSIGNED };
  }

  /** Stores the dunning of a customer, whom the caller has locked. */
  save(tx: Tx, dunning: CustomerDunning): Promise<void> {
    return dunningCampaignRepository.saveDunning(tx, dunning);
  }

  /** Resets the attempts in a currency. The caller has locked the customer. Source: payments.md §12. */
  async resetCurrency(tx: Tx, actor: Actor, customerId: string, currency: string): Promise<void> {
    const dunning = await this.dunningOf(tx, actor, customerId);
    const attempts = Object.fromEntries(
      Object.entries(dunning.attempts).filter(([other]) => other !== currency),
    );
    await this.save(tx, { ...dunning, attempts });
  }

  /** The invoices that a customer has not paid in time, oldest first. */
  overdueInvoices(db: Db, actor: Actor, customerId: string): Promise<Invoice[]> {
    return dunningCampaignRepository.findOverdue(db, actor.organizationId, customerId);
  }

  /** Ids of the customers with overdue invoices that a change of dunning affects. */
  overdueCustomers(db: Db, actor: Actor, of: DunnedBy): Promise<string[]> {
    return dunningCampaignRepository.findOverdueCustomers(db, actor.organizationId, of);
  }

  /** Deletes the rows of customers. */
  deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    return dunningCampaignRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }

  /** A new assignment begins without attempts; assigning the same campaign again changes nothing. */
  private async assign(tx: Tx, actor: Actor, owner: DunningOwner, campaignId: string | null): Promise<void> {
    const { organizationId } = actor;
    const campaign = campaignId === null ? null : await this.lock(tx, actor, campaignId);
    const ownerId = 'customerId' in owner ? owner.customerId : owner.billingEntityId;
    const before = (await this.assignedTo(tx, actor, [ownerId])).get(ownerId);
    if (before?.campaign.id === campaign?.id) return;
    await dunningCampaignRepository.unassign(tx, organizationId, owner);
    if (campaign !== null) {
      await dunningCampaignRepository.assign(tx, {
        id: newId(),
        organizationId,
        campaignId: campaign.id,
        billingEntityId: null,
        customerId: null,
        ...owner,
      });
    }
    await this.announce(tx, actor, owner);
  }

  private announce(tx: Tx, actor: Actor, of: DunnedBy): Promise<void> {
    return this.needs.changes.announce(tx, actor, { type: 'dunning.terms_changed', of });
  }

  private async lock(tx: Tx, actor: Actor, id: string): Promise<DunningCampaign> {
    return found(isUuid(id) ? await dunningCampaignRepository.lock(tx, actor.organizationId, id) : null);
  }
}

/** The attempts of a customer to whom no campaign has applied so far. */
const UNASSIGNED: DunningState & Pick<CustomerDunning, 'assignmentId' | 'thresholdsVersion'> = {
  assignmentId: null,
  thresholdsVersion: null,
  attempts: {},
  lastAttemptAt: null,
};

function validate(input: Parameters<typeof validateCampaign>[1]): void {
  const errors = new FieldErrors();
  validateCampaign(errors, input);
  errors.throwIfAny();
}

function found(campaign: DunningCampaign | null): DunningCampaign {
  if (campaign === null) throw notFound('dunning_campaign');
  return campaign;
}
