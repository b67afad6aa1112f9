import type { Actor } from '../../../platform/actor.js';
import type { Clock } from '../../../platform/clock.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { TaxService } from '../../taxes/tax.service.js';
import type { Tax } from '../../taxes/tax.table.js';
import { minimumCommitmentRepository } from './minimum-commitment.repository.js';
import { checkCommitment, type RequestedCommitment } from './minimum-commitment.rules.js';
import type { SentMinimumCommitment } from './minimum-commitment.input.js';
import { type MinimumCommitment, minimumCommitmentTaxList } from './minimum-commitment.table.js';
import type { Plan } from '../plan.table.js';

/** The minimum commitments of plans. Source: fixed-charges-and-commitments.md §8. */
export class MinimumCommitmentService {
  constructor(
    private readonly taxes: TaxService,
    private readonly clock: Clock,
  ) {}

  /** The commitments of plans by plan id; plans without one are omitted. */
  async ofPlans(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, MinimumCommitment>> {
    const found = await minimumCommitmentRepository.findByPlans(db, actor.organizationId, planIds);
    return indexBy(found, (commitment) => commitment.planId);
  }

  /** The taxes of commitments, by commitment id. */
  taxesOf(db: Db, actor: Actor, commitmentIds: readonly string[]): Promise<Map<string, Tax[]>> {
    return this.taxes.listsOf(db, actor, minimumCommitmentTaxList, commitmentIds);
  }

  /**
   * Validates the commitment of a plan.
   * @param planId null: the plan is new.
   * @returns the commitment; use it only if no error was added. Null if the plan shall have none.
   */
  async check(
    db: Db,
    actor: Actor,
    errors: FieldErrors,
    sent: SentMinimumCommitment | null,
    { planId }: { readonly planId: string | null },
  ): Promise<RequestedCommitment | null> {
    const current = planId === null ? null : ((await this.ofPlans(db, actor, [planId])).get(planId) ?? null);
    return checkCommitment(errors, sent, current);
  }

  /**
   * Writes the plan's commitment that `check` returned; null removes it.
   * @throws AppError `tax_not_found`.
   */
  async replace(
    tx: Tx,
    actor: Actor,
    { id: planId }: Plan,
    requested: RequestedCommitment | null,
  ): Promise<void> {
    const current = (await this.ofPlans(tx, actor, [planId])).get(planId) ?? null;
    if (requested === null) {
      if (current !== null) await this.remove(tx, actor, current);
      return;
    }
    const now = this.clock.now();
    const commitment: MinimumCommitment = {
      id: current?.id ?? newId(),
      organizationId: actor.organizationId,
      planId,
      amountCents: requested.amountCents,
      invoiceDisplayName: requested.invoiceDisplayName,
      createdAt: current?.createdAt ?? now,
      updatedAt: now,
    };
    await minimumCommitmentRepository.save(tx, commitment);
    const taxCodes = new Map([[commitment.id, requested.taxCodes]]);
    await this.taxes.replaceLists(tx, actor, minimumCommitmentTaxList, taxCodes);
  }

  /** Gives a new own plan the commitment of its sold plan, if that has one. Source: subscriptions.md §9. */
  async copy(tx: Tx, actor: Actor, sold: Plan, own: Plan): Promise<void> {
    const original = (await this.ofPlans(tx, actor, [sold.id])).get(sold.id);
    if (original === undefined) return;
    const { createdAt, updatedAt } = own;
    const copy: MinimumCommitment = { ...original, id: newId(), planId: own.id, createdAt, updatedAt };
    await minimumCommitmentRepository.save(tx, copy);
    const listed = (await this.taxesOf(tx, actor, [original.id])).get(original.id) ?? [];
    const codes = listed.map(({ code }) => code);
    await this.taxes.replaceLists(tx, actor, minimumCommitmentTaxList, new Map([[copy.id, codes]]));
  }

  /** Deletes the commitments of plans. */
  async deleteForGood(tx: Tx, actor: Actor, planIds: readonly string[]): Promise<void> {
    for (const commitment of (await this.ofPlans(tx, actor, planIds)).values()) {
      await this.remove(tx, actor, commitment);
    }
  }

  private async remove(tx: Tx, actor: Actor, commitment: MinimumCommitment): Promise<void> {
    await this.taxes.replaceLists(tx, actor, minimumCommitmentTaxList, new Map([[commitment.id, []]]));
    await minimumCommitmentRepository.delete(tx, commitment);
  }
}
