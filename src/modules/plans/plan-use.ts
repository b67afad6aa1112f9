import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';

/** Answers questions about a plan's use that only higher modules can; the composition root binds it. */
export interface PlanUse {
  /** True if the plan has, or ever had, a subscription. */
  hasSubscriptions(db: Db, actor: Actor, planId: string): Promise<boolean>;
  /** True if an active or pending subscription is on the plan, or a draft invoice bills it. */
  isInUse(db: Db, actor: Actor, planId: string): Promise<boolean>;
  /** The ids of a plan's copies that active or pending subscriptions are on. */
  ownPlansOf(db: Db, actor: Actor, planId: string): Promise<string[]>;
}
