// The resolvers that capabilities bring are declared with decorators.
import 'reflect-metadata';
import type { Verified } from '../platform/verification/check.js';
import { CAPABILITIES } from './capabilities.js';

/**
 * Prints each difference as a line of JSON, and for each check whether its claim is true (docs/adr/0111).
 * @returns the number of differences that are failures.
 */
export async function printDifferences(verified: Verified): Promise<number> {
  let failures = 0;
  for (const { name, claim, isBinding, differences } of CAPABILITIES.checks) {
    let found = 0;
    for await (const difference of differences(verified)) {
      console.log(JSON.stringify({ check: name, ...difference }));
      found += 1;
    }
    if (isBinding) failures += found;
    const verdict = isBinding ? 'Not so' : 'Not so, which is no failure';
    console.error(found === 0 ? claim : `${verdict}, ${found === 1 ? 'once' : `${found} times`}: ${claim}`);
  }
  return failures;
}
