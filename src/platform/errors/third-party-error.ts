import { AppError } from './app-error.js';

/** Why another system has refused a call. */
interface Refusal {
  readonly errorCode: string;
  readonly message: string;
}

/** The error for a call that another system refused. Source: rest-conventions.md §2. */
export function thirdPartyError(thirdParty: string, { errorCode, message }: Refusal): AppError {
  return new AppError('validation', 'third_party_error', {
    third_party: [thirdParty],
    thirdparty_error: [errorCode === message ? message : `${errorCode}: ${message}`],
  });
}
