/** The start fails for a reason that the operator can fix. `main` prints only the message and exits with 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The server did not stop in time. `main` prints only the message and exits with 1. */
export class StopError extends Error {
  override readonly name = 'StopError';
}
