/** Notifies the processes that send webhooks of the endpoints to which messages were addressed. */
export const WEBHOOK_CHANNEL = 'webhooks';
