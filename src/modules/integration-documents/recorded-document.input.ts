/** The documents that a tool of the organization records: those that have an id of their own in GraphQL. */
export const RECORDABLE_TYPES = ['customer', 'invoice', 'credit_note', 'payment', 'subscription'] as const;

export type RecordableType = (typeof RECORDABLE_TYPES)[number];

/** A document that a recorded system has. */
export interface RecordIntegrationResource {
  readonly integrationId: string;
  readonly resourceType: RecordableType;
  readonly resourceId: string;
  readonly externalId: string;
  readonly externalUrl?: string | null;
}
