// The order of the sources: which of them may import which (docs/adr/0001, 0181). `test/source-order.test.ts` enforces it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What each layer may import besides itself. This table is the architecture (docs/adr/0001). */
export const LAYERS: Record<string, readonly string[]> = {
  core: [],
  'embedded-postgres': [],
  'portal-page': [],
  platform: ['core'],
  modules: ['core', 'platform'],
  lifecycle: ['core', 'platform', 'modules'],
  graphql: ['core', 'platform', 'modules', 'lifecycle'],
  rest: ['core', 'platform', 'graphql'],
  main: ['core', 'embedded-postgres', 'platform', 'modules', 'lifecycle', 'graphql', 'rest'],
};

/** Modules, lowest first, in the order in which `src/main/capabilities.ts` builds them. */
function modulesInOrder(): string[] {
  const source = readFileSync(path.join(ROOT, 'src/main/capabilities.ts'), 'utf8');
  const imports = source.matchAll(/import \{ (\w+) \} from '\.\.\/modules\/([\w-]+)\//g);
  const folders = new Map([...imports].map(([, name, folder]) => [name, folder]));
  return [...source.matchAll(/\.with\((\w+)\)/g)].flatMap(([, name]) => folders.get(name) ?? []);
}

/** Folders within others, lowest first: each may import those before it. What lies beside them is free. */
export const ROOMS: Record<string, readonly string[]> = {
  modules: modulesInOrder(),
  lifecycle: [
    'due-work',
    'billing-records',
    'fees',
    'events-in-advance',
    'billing-run',
    'drafts',
    'occasions',
    'invoice-batches',
    'subscriptions',
    'billing-day',
    'progressive-billing',
    'estimates',
    'wallets',
    'dunning',
    'alerts',
    'usage-days',
    'time',
  ],
  'core/invoicing': ['numbers', 'subscriptions'],
  'core/rating': ['in-advance', 'models'],
  graphql: ['errors', 'schema', 'limits', 'live'],
  main: ['settings', 'process', 'database', 'backup', 'admin', 'http', 'reactions'],
  'main/backup': ['targets', 'archive', 'taking', 'restoring'],
  platform: [
    'collections',
    'text',
    'colors',
    'network',
    'files',
    'process',
    'errors',
    'db',
    'identity',
    'encryption',
    'passwords',
    'event-properties',
    'request-body',
    'outgoing',
    'mail',
    'changes',
    'due-work',
    'installation',
    'jobs',
    'live',
    'metadata',
    'paging',
    'signing',
    'verification',
    'activity',
    'capabilities',
    'idempotency',
    'api',
    'rate-limit',
  ],
  'platform/api': ['access', 'members', 'lists'],
  'platform/db': ['tables', 'postgres', 'writing', 'statements', 'layers', 'migrating'],
  'modules/analytics': ['records', 'recording', 'reading', 'usage', 'api'],
  'modules/billing-entities': [
    'records',
    'logos',
    'bank-accounts',
    'taxes',
    'editing',
    'api',
    'organization-settings',
  ],
  'modules/credit-notes': ['records', 'composing', 'issuing', 'api'],
  'modules/customers': ['records', 'vat', 'api'],
  'modules/data-exports': ['rows'],
  'modules/documents': ['facts', 'files', 'wording', 'composing', 'rendering'],
  'modules/documents/rendering': ['fonts', 'images', 'pdf', 'text', 'pages', 'threads'],
  'modules/features': ['records', 'plans', 'subscriptions', 'catalog', 'api'],
  'modules/integration-documents': [
    'customers',
    'crm',
    'taxes',
    'accounting',
    'tax-reports',
    'document-sync',
  ],
  'modules/integration-resources': ['syncing'],
  'modules/integrations': ['types', 'adapters', 'records', 'calls', 'connections', 'mappings', 'api'],
  'modules/invoices': ['records', 'composing', 'deadlines', 'verification', 'settlement', 'issuing', 'api'],
  'modules/invoices/records': ['fees', 'periods'],
  'modules/organizations': ['records', 'api-keys', 'api'],
  'modules/payment-providers': ['records', 'adapters', 'connections', 'messages', 'methods', 'api'],
  'modules/payments': ['collecting'],
  'modules/people': ['records', 'users', 'members', 'sign-on', 'api'],
  'modules/plans': ['commitments', 'usage-thresholds', 'charges', 'fixed-charges', 'contents', 'own-plans'],
  'modules/plans/charges': ['properties', 'filters'],
  'modules/subscriptions': ['records', 'units', 'reading', 'own-plans', 'editing', 'api'],
  'modules/usage': [
    'events',
    'counters',
    'notices',
    'ingest',
    'metering',
    'rating',
    'in-advance',
    'current-usage',
    'verification',
  ],
  'modules/wallets': ['records', 'ledger', 'rules', 'top-ups', 'editing', 'api'],
  'modules/webhooks': ['endpoints', 'log', 'signing', 'delivery'],
};

/** @returns each folder of `src` whose folders must be listed and that has one without a place in the order: it could import anything. */
export function unlistedFolders(): string[] {
  const folders = new Set([
    ...Object.keys(ROOMS),
    ...(ROOMS['modules'] ?? []).map((name) => `modules/${name}`),
  ]);
  return [...folders].flatMap((folder) =>
    readdirSync(path.join(ROOT, 'src', folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !(ROOMS[folder] ?? []).includes(entry.name))
      .map(({ name }) => `src/${folder}/${name}`),
  );
}
