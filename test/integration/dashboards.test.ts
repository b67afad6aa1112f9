// deploy/grafana.json and deploy/alerts.yml show metrics that exist, and docs/operating.md explains each of ours.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { startTestServer, type TestServer } from '../support/server.js';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

let server: TestServer;
let names: ReadonlySet<string>;

beforeAll(async () => {
  server = await startTestServer();
  server.app.metrics.watchProcess();
  const metrics = await server.app.metrics.registry.getMetricsAsJSON();
  names = new Set(
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
});
afterAll(() => server.stop());

/** The names of metrics in an expression of PromQL, without functions, labels and texts. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"/g, '').replaceAll(/\{[^}]*\}|\b(?:by|without) \([^)]*\)/g, '');
  return (bare.match(/\b[a-z][a-z0-9]*_[a-z0-9_]+\b(?!\()/g) ?? []).filter((word) => !word.startsWith('__'));
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

const dashboard = JSON.parse(read('deploy/grafana.json')) as Dashboard;
const rules = (parse(read('deploy/alerts.yml')) as Rules).groups.flatMap((group) => group.rules);
const EXPRESSIONS = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  // Prometheus itself makes the metric `up`.
  ...rules.filter(({ alert }) => alert !== 'TollgateDown').map(({ alert, expr }) => [alert, expr] as const),
];

test.each(EXPRESSIONS)('%s shows metrics that exist', (_name, expression) => {
  const shown = metricsIn(expression);
  expect(shown).not.toEqual([]);
  expect(shown.filter((name) => !names.has(name))).toEqual([]);
});

test('every metric of ours is on the dashboard and in the manual', () => {
  const own = [...names].filter((name) => /^tollgate_/.test(name) && !/_(?:bucket|sum|count)$/.test(name));
  expect(own.length).toBeGreaterThan(14);
  const shown = new Set(EXPRESSIONS.flatMap(([, expression]) => metricsIn(expression)));
  const isShown = (name: string) => shown.has(name) || shown.has(`${name}_count`);
  expect(own.filter((name) => !isShown(name))).toEqual([]);
  const manual = read('docs/operating.md');
  expect(own.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
});
