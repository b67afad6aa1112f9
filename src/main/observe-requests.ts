import type { RequestHandler } from 'express';
import { performance } from 'node:perf_hooks';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/metrics.js';
import { inRequestScope } from '../platform/request-scope.js';

/** Of a caller who went away before the answer was complete; it never goes over the wire. */
const ABANDONED = 499;

/**
 * Gives each request its id, and writes one log line and one measurement when it has ended. A line names the
 * operation, not the path: paths hold identifiers of customers.
 */
export function observeRequests(log: Logger, metrics: Metrics): RequestHandler {
  return ({ method, headers }, response, next) => {
    const startedAt = performance.now();
    inRequestScope(singleHeader(headers['x-request-id']), (request) => {
      response.setHeader('X-Request-Id', request.requestId);
      response.once('close', () => {
        const { requestId, surface, operation, refusedWith } = request;
        const status = response.writableFinished ? response.statusCode : ABANDONED;
        const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
        metrics.observe({ surface, operation, status, durationMs });
        const facts = { requestId, method, surface, operation, status, durationMs };
        log[levelOf(status)](refusedWith === null ? facts : { ...facts, code: refusedWith }, 'request');
      });
      next();
    });
  };
}

/** What an operator must see, what may interest, and the rest. The cause of a 500 has a line of its own. */
function levelOf(status: number): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn';
  return status >= 400 ? 'info' : 'debug';
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
