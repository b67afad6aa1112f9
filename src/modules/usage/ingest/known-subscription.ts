/** The fields that ingest needs of the active, or else the latest, subscription with an external id. */
export interface KnownSubscription {
  readonly id: string;
  readonly externalId: string;
  readonly customerId: string;
  readonly testClockId: string | null;
  readonly isActive: boolean;
  /** The instant from which events belong to the subscription; null: not started. */
  readonly usageFrom: Date | null;
}
