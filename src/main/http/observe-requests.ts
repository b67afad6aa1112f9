import type { RequestHandler } from 'express';
import { performance } from 'node:perf_hooks';
import type { Logger } from '../../platform/log.js';
import type { TrustedProxies } from '../../platform/network/trusted-proxies.js';
import type { Metrics } from '../../platform/process/process-metrics.js';
import { inRequestScope } from '../../platform/request-scope.js';

/** Status in logs and metrics when the caller disconnected before the response was complete. It is never sent. */
const ABANDONED = 499;

/**
 * Assigns the id of each request, and records one log line and one measurement when it has ended. They contain the
 * operation instead of the path, since paths contain identifiers of customers.
 */
export function observeRequests(
  log: Logger,
  metrics: Metrics,
  trustedProxies: TrustedProxies,
): RequestHandler {
  return (received, response, next) => {
    const { method, headers } = received;
    const startedAt = performance.now();
    const facts = {
      proposedId: singleHeader(headers['x-request-id']),
      // Set by a proxy that ends TLS. Whoever else sends it changes only the addresses in the response to itself (`AddressForCaller`).
      scheme: headers['x-forwarded-proto'] === 'https' ? 'https' : 'http',
      host: headers.host,
      caller: { address: trustedProxies.addressOf(received), userAgent: headers['user-agent'] ?? null },
    } as const;
    inRequestScope(facts, (request) => {
      response.setHeader('X-Request-Id', request.requestId);
      response.once('close', () => {
        const { requestId, surface, operation, refusedWith } = request;
        const status = response.writableFinished ? response.statusCode : ABANDONED;
        const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
        metrics.observe({ surface, operation, status, durationMs });
        const line = { requestId, method, surface, operation, status, durationMs };
        log[levelOf(status)](refusedWith === null ? line : { ...line, code: refusedWith }, 'request');
      });
      next();
    });
  };
}

/** The log level by HTTP status. The cause of a 500 is logged in a separate line. */
function levelOf(status: number): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn';
  return status >= 400 ? 'info' : 'debug';
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
