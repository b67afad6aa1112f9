import { defineLoader } from '../../platform/api/loader.js';
import type { TaxService } from './tax.service.js';
import type { TaxList } from './tax.table.js';

/** How many records in use have a tax, by its id. */
export function taxOwnersLoader(taxes: TaxService, list: TaxList) {
  return defineLoader<string, number>(
    ({ db, actor }, ids) => taxes.countOwners(db, actor, list, ids),
    () => 0,
  );
}
