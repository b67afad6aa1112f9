import type { StreamFailure } from '../../platform/live/update-stream.js';

/** Why the server closes a WebSocket connection: the code and the reason that the client receives. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** Clients try again later after the codes below 4000, and not after the others. */
export const CLOSINGS = {
  stopping: { code: 1012, reason: 'The server stops.' },
  unauthorized: { code: 4401, reason: 'The API key or session is missing, unknown or has ended.' },
  tooManyOfOrganization: { code: 4429, reason: 'The organization has too many connections.' },
  tooManyOfKey: { code: 4429, reason: 'The API key has too many connections.' },
  tooManyOfUser: { code: 4429, reason: 'The user has too many connections.' },
  failed: { code: 4500, reason: 'Internal error' },
} as const satisfies Record<string, Closing>;

export const CLOSING_OF_FAILURE: Record<StreamFailure, Closing> = {
  tooSlow: { code: 1013, reason: 'The client reads too slowly and has missed updates.' },
  interrupted: { code: 1012, reason: 'Updates may have been missed.' },
};
