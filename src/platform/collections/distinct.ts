/**
 * Intersected with what adds names to others: the compiler refuses it where a name is taken, and its message names it, because
 * nothing has the requested member then.
 */
export type Distinct<Taken, Added> = keyof Taken & keyof Added extends never
  ? unknown
  : { readonly alreadyTaken: keyof Taken & keyof Added };
