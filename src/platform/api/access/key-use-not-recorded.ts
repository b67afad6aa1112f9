import { Extensions } from 'type-graphql';

/** Declares an operation that is called too often to record each call as a use of its API key (auth.md §1). */
export function KeyUseNotRecorded(): MethodDecorator {
  return Extensions({ keyUseNotRecorded: true });
}
