import { DueWorkKinds, type KindOf } from '../../platform/due-work/due-work-kinds.js';

/** The kind of due work of dunning: considers an attempt for a customer. */
export const DUNNING_WORK = DueWorkKinds.of({ dunning_attempt: { customersAtOnce: 1 } });

export type DunningWorkKind = KindOf<typeof DUNNING_WORK>;
