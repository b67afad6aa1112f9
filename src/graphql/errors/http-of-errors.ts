import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '../../platform/api/context.js';
import { HTTP_STATUS, RETRY_AFTER_SECONDS } from '../../platform/errors/app-error.js';

/**
 * What HTTP shows of the errors of an operation, as on the REST surface: the status 401 for a request without a valid key,
 * and the header `Retry-After` when an operation is refused temporarily.
 */
export const httpOfErrorsPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ response: { body, http } }) => {
        const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
        const statuses = errors.map(({ extensions }) => Number(extensions?.['status']));
        if (statuses.includes(HTTP_STATUS.unauthenticated)) http.status = HTTP_STATUS.unauthenticated;
        const waits = statuses.flatMap((status) => RETRY_AFTER_SECONDS[status] ?? []);
        if (waits.length > 0) http.headers.set('retry-after', String(Math.max(...waits)));
        return Promise.resolve();
      },
    }),
};
