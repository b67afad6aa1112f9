// The order of the sources holds (docs/adr/0001, 0181), with planted imports that break it.
import { expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { refusedImports } from './support/refused-imports.js';
import { unlistedFolders } from './support/source-order.js';
import { parse } from './support/tidy.js';

const ROOT = path.resolve(import.meta.dirname, '..');

test('every source imports only what lies below it', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(1_000);
  const refused = files.flatMap((file) =>
    refusedImports(parse(file, readFileSync(path.join(ROOT, file), 'utf8'))),
  );
  expect(refused).toEqual([]);
});

test('every folder of the sources has a place in the order', () => {
  expect(unlistedFolders()).toEqual([]);
});

test.each([
  ['src/core/money/money.ts', "import '../../platform/clock.js';", 'core knows nothing above it'],
  [
    'src/embedded-postgres/postmaster.ts',
    "import '../platform/clock.js';",
    'the embedded Postgres imports no other folder',
  ],
  [
    'src/modules/taxes/tax.service.ts',
    "import '../plans/plan.service.js';",
    'a lower module never imports a higher one',
  ],
  [
    'src/modules/plans/plan.service.ts',
    "import '../taxes/tax.repository.js';",
    "another module's repository is private",
  ],
  [
    'src/modules/usage-history/lifetime-usage.service.ts',
    "import '../usage/metering/usage.repository.js';",
    "another module's repository is private, in whatever folder",
  ],
  [
    'src/modules/usage/metering/usage-reader.ts',
    "import '../rating/usage.service.js';",
    'a lower folder of a module never imports a higher one',
  ],
  [
    'src/lifecycle/billing-records/billing-days.ts',
    "import '../time/clock-turns.js';",
    'what is billed does not know whose time it is',
  ],
  [
    'src/lifecycle/time/live-worker.ts',
    "import '../due-work/due-work.repository.js';",
    'only the engine touches due work',
  ],
  [
    'src/main/app.ts',
    "import '../lifecycle/due-work/failing-work.repository.js';",
    'repositories of the lifecycle are private to their folder',
  ],
  ['src/rest/runner.ts', "import '../modules/taxes/tax.service.js';", 'REST asks GraphQL, never a module'],
  [
    'src/modules/wallets/records/wallet.repository.ts',
    "import '../ledger/wallet-book.js';",
    'rows know no books',
  ],
  [
    'src/lifecycle/usage-days/usage-days.ts',
    "import '../time/clock-turns.js';",
    'no folder of the lifecycle is free',
  ],
  ['src/platform/paging/page.ts', "import '../api/loader.js';", 'lists know nothing of GraphQL'],
  [
    'src/modules/invoices/records/fees/fee.service.ts',
    "import '../periods/billed-periods.service.js';",
    'rooms within rooms have an order, too',
  ],
  [
    'src/platform/db/writing/query-session.ts',
    "import '../layers/catalog-reads.js';",
    'the query builder does not know what lies between it and Postgres',
  ],
])('%s: the import in %s is refused, since %s', (file, line) => {
  expect(refusedImports(parse(file, line))).toHaveLength(1);
});
