/** A place of a customer at a connection, as callers send it. Omitted members stay as they are. */
export interface SentIntegrationCustomer {
  readonly id?: string | null;
  readonly integrationType?: string | null;
  readonly integrationCode?: string | null;
  readonly externalCustomerId?: string | null;
  readonly syncWithProvider?: boolean | null;
  readonly subsidiaryId?: string | null;
  readonly targetedObject?: string | null;
}
