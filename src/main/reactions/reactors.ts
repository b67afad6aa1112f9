import type { RecordedChange, Recorder } from '../../platform/activity/recorder.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { ReviewedOwners } from '../../modules/alerts/watched-alert.repository.js';
import type { DraftsOf } from '../../modules/invoices/records/draft-invoice.repository.js';
import type { RepresentedObject } from '../../rest/representations.js';
import type { ActivityType, Services } from '../capabilities.js';

/** Creates the reactions that changes of several areas have. */
export function reactorsOf(
  { alertReviews, drafts }: Services,
  recorder: Recorder<ActivityType, RepresentedObject>,
) {
  return {
    recorder,

    /** Writes the entries of the activity log, and the messages of the outbox that belong to them. */
    records:
      <Facts>(type: ActivityType, recorded: (change: Facts) => RecordedChange | readonly RecordedChange[]) =>
      (tx: Tx, actor: Actor, change: Facts) =>
        recorder.recordAll(tx, actor, type, [recorded(change)].flat()),

    /** Has the draft invoices that depend on something computed again soon. Source: invoices.md §6. */
    refreshesDrafts:
      <Facts>(of: (change: Facts) => DraftsOf) =>
      (tx: Tx, actor: Actor, change: Facts) =>
        drafts.scheduleRefreshes(tx, actor, of(change)),

    /** Schedules reviews of alerts whose figures may have changed. Source: alerts.md §3. */
    reviewsAlerts:
      <Facts>(of: (change: Facts) => ReviewedOwners) =>
      (tx: Tx, actor: Actor, change: Facts) =>
        alertReviews.request(tx, actor, of(change)),
  };
}

export type Reactors = ReturnType<typeof reactorsOf>;
