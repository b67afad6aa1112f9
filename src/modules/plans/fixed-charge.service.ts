import type { Actor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/db/database.js';
import { fixedChargeRepository } from './fixed-charge.repository.js';

/** The fixed charges of plans. Source: fixed-charges-and-commitments.md §1. */
export class FixedChargeService {
  constructor(private readonly clock: Clock) {}

  /** Deletes the fixed charges on an add-on softly, on every plan. */
  deleteOfAddOn(tx: Tx, actor: Actor, addOnId: string): Promise<void> {
    return fixedChargeRepository.deleteByAddOn(tx, actor.organizationId, addOnId, this.clock.now());
  }
}
