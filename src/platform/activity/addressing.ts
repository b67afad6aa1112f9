import type { SQL } from 'drizzle-orm';

/** Decides who receives messages, in the statement that writes them to the outbox. */
export interface MessageAddressing {
  /**
   * SQL that inserts a delivery for each message and receiver.
   * @param message the name of a CTE with rows of the outbox: id, organization_id, webhook_type, object_type, object_id,
   *   external_customer_id, created_at.
   */
  readonly insertDeliveries: (message: SQL) => SQL;
  /** Called in the transaction with the endpoints that received messages, if there are any. */
  readonly announce: (endpointIds: readonly string[]) => void;
}
