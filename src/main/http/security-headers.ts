import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { createHash } from 'node:crypto';

type Directives = Readonly<Record<string, readonly string[]>>;

/** Hosts from which Apollo Sandbox is loaded. */
const APOLLO_HOSTS = ['https://*.apollographql.com'];

/** Headers of every response: JSON loads nothing and may not be framed. Pages replace the content security policy. */
export const apiHeaders: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  frameguard: { action: 'deny' },
});

/** Of the answers of both surfaces: all hold what callers alone may read, and some a secret that is shown once. */
export const neverStored: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

/** The policy of pages that load everything from this server. Their libraries use inline styles. */
const OWN_PAGE: Directives = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  workerSrc: ["'self'", 'blob:'],
  frameAncestors: ["'none'"],
};

/** What the pages of `card-page.ts` load. */
const CARD_PAGE: Directives = {
  defaultSrc: ["'none'"],
  styleSrc: ["'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/**
 * The policy of a page of this server.
 * @param html the page if it has inline scripts, which are then allowed by hash.
 */
export function ownPagePolicy(html = ''): RequestHandler {
  return policy({ ...OWN_PAGE, scriptSrc: ["'self'", ...inlineScriptHashes(html)] });
}

/** The policy of pages of the sandbox, which have a form, and a script that knows the way back. */
export function sandboxPagePolicy(): RequestHandler {
  return policy({ ...CARD_PAGE, scriptSrc: ["'self'"], formAction: ["'self'"] });
}

/**
 * The policy of pages that lead to payment. Their form is answered with the address of a page of the provider, whose host the
 * organization has chosen.
 */
export function paymentPagePolicy(): RequestHandler {
  return policy({ ...CARD_PAGE, formAction: ["'self'", 'https:'] });
}

/** The policy of the page that embeds Apollo Sandbox. @param html the page, as for `ownPagePolicy`. */
export function sandboxPolicy(html: string): RequestHandler {
  return policy({
    defaultSrc: ["'self'", ...APOLLO_HOSTS],
    scriptSrc: [...inlineScriptHashes(html), ...APOLLO_HOSTS],
    styleSrc: ["'self'", "'unsafe-inline'", ...APOLLO_HOSTS],
    imgSrc: ["'self'", 'data:', ...APOLLO_HOSTS],
    frameSrc: APOLLO_HOSTS,
    frameAncestors: ["'none'"],
  });
}

/** The policy of the customer portal: its scripts and styles are files of this server, and it sends requests only there. */
export function portalPolicy(): RequestHandler {
  return policy({
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  });
}

function policy(directives: Directives): RequestHandler {
  return helmet.contentSecurityPolicy({ useDefaults: false, directives });
}

function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?: type="module")?>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
