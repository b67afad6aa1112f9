import { DueWorkKinds, type KindOf } from '../../platform/due-work/due-work-kinds.js';

/** The kinds of due work on alerts. */
export const ALERT_WORK = DueWorkKinds.of({ alert_review: { customersAtOnce: 100 } });

export type AlertWorkKind = KindOf<typeof ALERT_WORK>;
