import type { Limits } from '../../../platform/limits.js';
import { networkOf } from '../../../platform/network/network-of.js';
import type { HashTurn } from '../../../platform/passwords/hash-queue.js';
import { currentCaller } from '../../../platform/request-scope.js';
import { AttemptLimiter } from './attempt-limiter.js';
import { FailureWaits } from './failure-waits.js';
import { hashOf } from './secret-token.js';

const MINUTE_MS = 60_000;
const DEVICE_ATTEMPTS = 10;

/**
 * Limits who tries passwords, and who has some hashed. Attempts count for the address they come from; failures count for an e-mail
 * at this address only, so that nobody can lock out somebody elsewhere. Source: docs/adr/0098.
 */
export class SignInAttempts {
  private readonly failures = new FailureWaits();
  private readonly ofNetworks: AttemptLimiter;

  private readonly ofDevices = new AttemptLimiter({
    attempts: DEVICE_ATTEMPTS,
    windowMs: MINUTE_MS,
    sentence: `A device can try ${DEVICE_ATTEMPTS} logins in a minute.`,
  });

  constructor({ addressAttempts: attempts }: Pick<Limits, 'addressAttempts'>) {
    this.ofNetworks = new AttemptLimiter({
      attempts,
      windowMs: MINUTE_MS,
      sentence: `From one address, ${attempts} logins, and as many other requests with passwords, are possible in a minute.`,
    });
  }

  /**
   * Counts a login, before it is known whether it fails.
   * @param isKnown asked where the attempt would be refused or has to wait: a device that has signed in as this user before does
   *   not wait for the failures of others at its address, nor for the logins of strangers.
   * @returns the turn of its hash.
   * @throws AppError kind `tooManyRequests`.
   */
  async beginLogin(
    email: string,
    { isKnown, isBusy }: { readonly isKnown: (device: string) => Promise<boolean>; readonly isBusy: boolean },
  ): Promise<HashTurn> {
    const network = networkOfCaller();
    const refusal = this.ofNetworks.begin(`login ${network}`) ?? this.failures.begin(placeOf(email));
    if (refusal === null && !isBusy) return { purpose: 'login', network, owner: network };
    const device = deviceOfCaller();
    if (!(await isKnown(device))) {
      if (refusal !== null) throw refusal;
      return { purpose: 'login', network, owner: network };
    }
    const owner = hashOf(JSON.stringify([email, device]));
    this.ofDevices.count(owner);
    return { purpose: 'known device', network, owner };
  }

  /** A login has succeeded. */
  clear(email: string): void {
    this.failures.clear(placeOf(email));
  }

  /**
   * Counts a sign-up, an accepted invitation, or a reset of a password.
   * @returns the turn of its hash.
   * @throws AppError kind `tooManyRequests`.
   */
  beginOther(): HashTurn {
    const network = networkOfCaller();
    this.ofNetworks.count(`other ${network}`);
    return { purpose: 'account', network, owner: network };
  }
}

/** Whom a request without credentials counts for; empty outside of a request. */
export function networkOfCaller(): string {
  return networkOf(currentCaller()?.address ?? '');
}

/** What is stored of the device of the caller. */
export function deviceOfCaller(): string {
  const { address, userAgent } = currentCaller() ?? { address: null, userAgent: null };
  return hashOf(JSON.stringify([address, userAgent]));
}

/** An e-mail at the address of the caller. Hashed, so that long texts take no memory. */
export function placeOf(email: string): string {
  return hashOf(JSON.stringify([email, networkOfCaller()]));
}
