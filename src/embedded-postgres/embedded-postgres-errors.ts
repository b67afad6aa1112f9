/** Postgres cannot be started, reached or kept running. The message explains the reason to operators. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** No start can succeed on this machine or as this user: the operator must provide another Postgres. */
export class CannotRunHereError extends EmbeddedPostgresError {
  override readonly name = 'CannotRunHereError';
}
