import { type RequestHandler, Router } from 'express';
import { NOT_BUILT_YET } from './errors.js';
import { RouteRunner, type RunnerDependencies } from './runner.js';
import { routes } from './routes.js';
import type { Method, Route } from './route.js';
import { unbuiltOperations } from './unbuilt.js';

export const REST_PREFIX = '/api/v1';

/**
 * Creates the handler of the REST surface; it passes on requests for unknown paths.
 * @throws Error when the operation of a row declares no permission.
 */
export function createRestHandler(dependencies: RunnerDependencies): RequestHandler {
  const resources = new ResourceRouters();
  for (const route of routes) resources.add(route, new RouteRunner(route, dependencies).handle);
  for (const unbuilt of unbuiltOperations(routes)) {
    resources.add(unbuilt, (_request, response) => {
      response.status(NOT_BUILT_YET.status).json(NOT_BUILT_YET);
    });
  }
  return resources.handle;
}

/** A router for each first segment of a path: Express compares a request with the paths of a router one by one. */
class ResourceRouters {
  private readonly routers = new Map<string, Router>();

  add({ method, path }: Pick<Route, 'method' | 'path'>, handler: RequestHandler): void {
    const segment = firstSegment(path);
    const router = this.routers.get(segment) ?? Router({ caseSensitive: true });
    this.routers.set(segment, router);
    router[verbOf(method)](path, handler);
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
