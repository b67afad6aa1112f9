import { loggedAndSent } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const CREDIT_NOTE_ACTIVITIES = {
  'credit_note.created': loggedAndSent('credit_note', 'CreditNote'),
};
