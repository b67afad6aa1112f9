/** A start that cannot go on for a reason the operator can mend. `main` prints the message alone and exits with 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
