import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { createHash } from 'node:crypto';

type Directives = Readonly<Record<string, readonly string[]>>;

/** Sandbox comes from these hosts. */
const APOLLO_HOSTS = ['https://*.apollographql.com'];

/** For every answer: JSON loads nothing and stands in no frame. Pages replace the policy by one of their own. */
export const apiHeaders: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  frameguard: { action: 'deny' },
});

/** Pages that load everything from here. Their tools style elements in place. */
const OWN_PAGE: Directives = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  workerSrc: ["'self'", 'blob:'],
  frameAncestors: ["'none'"],
};

/** The policy of a page of ours. @param html its text where it holds inline scripts, which are then admitted by hash. */
export function ownPagePolicy(html = ''): RequestHandler {
  return policy({ ...OWN_PAGE, scriptSrc: ["'self'", ...inlineScriptHashes(html)] });
}

/** The policy of our page around Apollo Sandbox. @param html its text, as for `ownPagePolicy`. */
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

function policy(directives: Directives): RequestHandler {
  return helmet.contentSecurityPolicy({ useDefaults: false, directives });
}

function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?: type="module")?>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
