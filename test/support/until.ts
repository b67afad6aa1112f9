/** Long enough for a busy machine: waiting longer can only fail a test, never make it pass. */
const LIMIT_MS = 120_000;

/** Between two looks. */
const PAUSE_MS = 10;

/**
 * Waits until a condition holds.
 * @param pauseMs longer where a look is dear, such as a request.
 * @throws Error when it does not within the limit.
 */
export async function until(
  holds: () => Promise<boolean>,
  limitMs = LIMIT_MS,
  pauseMs = PAUSE_MS,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${limitMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
