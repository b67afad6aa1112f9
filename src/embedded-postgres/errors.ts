/** Postgres cannot be started, reached or kept running, for a reason that the message tells its operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** No start can succeed on this machine, or as this user: another Postgres has to be used. */
export class CannotRunHereError extends EmbeddedPostgresError {
  override readonly name = 'CannotRunHereError';
}
