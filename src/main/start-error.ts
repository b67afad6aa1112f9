/** A start that cannot go on for a reason the operator can mend. `main` prints the message alone and exits with 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A stop that did not come to its end in time. `main` prints the message alone and exits with 1. */
export class StopError extends Error {
  override readonly name = 'StopError';
}
