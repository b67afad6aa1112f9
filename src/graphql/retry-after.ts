import type { ApolloServerPlugin } from '@apollo/server';
import type { Context } from '../platform/api/context.js';
import { RETRY_AFTER_SECONDS } from '../platform/errors/app-error.js';

/** Sets the header `Retry-After` when an operation is refused temporarily, as the REST surface does. */
export const retryAfterPlugin: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ response: { body, http } }) => {
        const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
        const waits = errors.flatMap(
          ({ extensions }) => RETRY_AFTER_SECONDS[Number(extensions?.['status'])] ?? [],
        );
        if (waits.length > 0) http.headers.set('retry-after', String(Math.max(...waits)));
        return Promise.resolve();
      },
    }),
};
