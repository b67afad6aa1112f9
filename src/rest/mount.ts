import { type RequestHandler, Router } from 'express';
import { UNKNOWN_METHOD, UNKNOWN_PATH } from './error-body.js';
import { exchangeOf, isLogged } from './request-log.js';
import { expectedFailure } from '../graphql/errors/request-errors.js';
import { RouteRunner, type RunnerDependencies } from './runner.js';
import { routes } from './routes.js';
import type { Method, Route } from './route.js';

export const REST_PREFIX = '/api/v1';

/**
 * Creates the handler of the REST surface; it passes on requests for unknown paths, unless they are logged.
 * @throws Error when the operation of a row declares no permission.
 */
export function createRestHandler(dependencies: RunnerDependencies): RequestHandler {
  const resources = new ResourceRouters();
  for (const route of routes) resources.add(route, new RouteRunner(route, dependencies).handle);
  const refuseUnknown = unknownPathRefusal(dependencies);
  return Router().use(resources.handle, refuseUnknownMethod, (request, response, next) => {
    if (isLogged(request)) void refuseUnknown(request, response, next);
    else next();
  });
}

/**
 * Refuses methods that no path has. A method that others have and a path lacks is an unknown path. The API log cannot hold these
 * requests: the contract's `http_method` is one of four words. Source: rest-conventions.md §1.
 */
const refuseUnknownMethod: RequestHandler = (request, response, next) => {
  const { method, path } = request;
  const own = METHODS.includes(method) ? [] : methodsOf(path);
  if (own.length === 0) {
    next();
    return;
  }
  const allowed = METHODS.filter(
    (each) => each === 'OPTIONS' || own.some((one) => one === (each === 'HEAD' ? 'GET' : each)),
  );
  response.set('Allow', allowed.join(', ')).status(UNKNOWN_METHOD.status).json(UNKNOWN_METHOD);
};

/** The methods that paths may have. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const PATHS = routes.map(({ path, method, otherMethods }) => ({
  segments: path.split('/'),
  methods: [method, ...otherMethods],
}));

/** The methods of the routes that have a path. */
function methodsOf(path: string): Method[] {
  const sent = path.replace(/\/$/, '').split('/');
  return PATHS.filter(
    ({ segments }) =>
      segments.length === sent.length &&
      segments.every((segment, at) => segment.startsWith(':') || segment === sent[at]),
  ).flatMap(({ methods }) => methods);
}

/** Refuses requests that no row serves, without authentication. Those of known keys are logged as others are. */
function unknownPathRefusal({
  authenticate,
  publicAddresses,
  recordExchange,
  log,
}: RunnerDependencies): RequestHandler {
  return (request, response) => {
    const { status } = UNKNOWN_PATH;
    response.status(status).json(UNKNOWN_PATH);
    if (!isLogged(request)) return;
    authenticate(request.headers.authorization)
      .then((actor) => {
        const answered = { actor, status, requestBody: '', responseBody: JSON.stringify(UNKNOWN_PATH) };
        const exchange = exchangeOf(request, publicAddresses, answered);
        if (exchange !== null) recordExchange(exchange);
      })
      .catch((error: unknown) => {
        if (expectedFailure(error) === null)
          log.warn({ err: error }, 'a refused request could not be logged');
      });
  };
}

/** A router for each first segment of a path: Express compares a request with the paths of a router one by one. */
class ResourceRouters {
  private readonly routers = new Map<string, Router>();

  add({ method, otherMethods, path }: Route, handler: RequestHandler): void {
    const segment = firstSegment(path);
    const router = this.routers.get(segment) ?? Router({ caseSensitive: true });
    this.routers.set(segment, router);
    for (const each of [method, ...otherMethods]) router[verbOf(each)](path, handler);
  }

  readonly handle: RequestHandler = (request, response, next) => {
    const router = this.routers.get(firstSegment(request.path));
    if (router === undefined) next();
    else router(request, response, next);
  };
}

/** The first segment of a path that begins with a slash. */
function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return path.slice(1, end === -1 ? undefined : end);
}

function verbOf(method: Method) {
  return method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
}
