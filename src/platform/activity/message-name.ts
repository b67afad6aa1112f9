/** A message of the outbox, and the customer that it concerns, if it concerns one. */
export interface MessageOfCustomer {
  readonly id: string;
  readonly externalCustomerId: string | null;
}

/** Names a message for those who watch messages. */
export function messageName({ id, externalCustomerId }: MessageOfCustomer): string {
  return JSON.stringify([id, externalCustomerId]);
}

/** The message with a name of `messageName`. */
export function messageOfName(name: string): MessageOfCustomer {
  const [id, externalCustomerId] = JSON.parse(name) as [string, string | null];
  return { id, externalCustomerId };
}
