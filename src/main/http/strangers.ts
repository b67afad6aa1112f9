import type { NextFunction, Request, Response } from 'express';
import { disconnectSignal } from '../../platform/api/disconnect-signal.js';
import type { Db } from '../../platform/db/database.js';
import type { TenantConnections } from '../../platform/db/layers/tenant-connections.js';
import type { Limits } from '../../platform/limits.js';
import { networkOf } from '../../platform/network/network-of.js';
import { ConcurrencyLimit } from '../../platform/rate-limit/concurrency-limit.js';
import type { RequestBodies } from '../../platform/request-body/request-body.js';
import { currentCaller } from '../../platform/request-scope.js';

interface StrangersParts {
  readonly tenants: TenantConnections;
  readonly bodies: RequestBodies;
  readonly limits: Pick<Limits, 'strangerRequests'>;
}

/**
 * What callers without credentials may use, all of them together: what nobody signed must not choose the organization whose
 * share pays for it. Source: docs/adr/0103.
 */
export class Strangers {
  /** By address. */
  private readonly atOnce: ConcurrencyLimit;

  constructor(private readonly parts: StrangersParts) {
    const { strangerRequests: most } = parts.limits;
    this.atOnce = new ConcurrencyLimit(
      most,
      `An address runs at most ${most} requests without credentials at once.`,
    );
  }

  /** Counts a request of the current caller until its response has ended; refuses it when too many of its address run. */
  readonly admit = <Params>(_request: Request<Params>, response: Response, next: NextFunction): void => {
    response.once('close', this.atOnce.begin(addressOfCaller()));
    next();
  };

  db<Params>(request: Request<Params>): Db {
    return this.parts.tenants.forStrangers(disconnectSignal(request as Request));
  }

  /**
   * Runs `work` with the body of a request, of any content type.
   * @throws AppError as `RequestBodies.use`.
   */
  useBody<Result, Params>(
    request: Request<Params>,
    maxBytes: number,
    work: (body: string) => Promise<Result>,
  ): Promise<Result> {
    const rules = { maxBytes, owner: { address: addressOfCaller() }, isOfAnyType: true };
    return this.parts.bodies.use(request as Request, rules, (body) => work(body.text));
  }
}

function addressOfCaller(): string {
  return networkOf(currentCaller()?.address ?? 'unknown');
}
