import { expect, test } from '@jest/globals';
import { effectOf, tablesReadBy } from './statement-effect.js';

const named = (kind: 'read' | 'lock', ...names: string[]) => ({ kind, names: new Set(names) });
const unnamed = (kind: 'read' | 'lock') => ({ kind, names: null });

test.each<[string, string, unknown]>([
  ['a read', 'select "id" from "plans" where "plans"."code" = $1', named('read', 'id', 'plans', 'code')],
  [
    'a read of several tables',
    'select 1 from "plans" left join lateral (select 1 from "taxes") as taxed on true',
    named('read', 'plans', 'taxes'),
  ],
  [
    'a read of sent rows',
    'select 1 from json_to_recordset($1::text::json) as asked (id uuid) join "fees" on true',
    named('read', 'fees'),
  ],
  ['a read of a table without quotes', 'select 1 from events where "id" = $1', unnamed('read')],
  ['a read of a hidden table', 'select 1 from "plans" join lateral events on true', unnamed('read')],
  ['a read of a changing value', 'select clock_timestamp() from "plans"', unnamed('read')],
  ['a common table expression', 'with some as (select 1 from "plans") select * from some', unnamed('read')],
  ['a row lock', 'select "id" from "plans" for share', named('lock', 'id', 'plans')],
  ['another row lock', '\n select "id" from "plans" for no key update', named('lock', 'id', 'plans')],
  ['a lock of free rows', 'select "id" from "due_work" for update skip locked', unnamed('lock')],
  ['a lock against deletion', 'select "id" from "plans" for key share', unnamed('lock')],
  ['an advisory lock', 'select pg_advisory_xact_lock($1)', { kind: 'unknown' }],
  ['an insertion', 'insert into "plans" ("id") values ($1)', { kind: 'change', tables: ['plans'] }],
  ['an update', '\n    update "plans" set "name" = $1', { kind: 'change', tables: ['plans'] }],
  [
    'a deletion, with what its cascades delete',
    'delete from "customers" where "id" = $1',
    { kind: 'change', tables: ['customers', 'due_work'] },
  ],
  [
    'two insertions',
    'with one as (insert into "plans" ("id") values ($1) returning "id") insert into "taxes" select "id" from one',
    { kind: 'change', tables: ['plans', 'taxes'] },
  ],
  [
    'insertions, one of which may update',
    'with one as (insert into "plans" ("id") values ($1) on conflict do update set "id" = $1) insert into "taxes" select 1',
    { kind: 'unknown' },
  ],
  [
    'a change within a read',
    'with gone as (delete from "plans" returning "id") select "id" from gone',
    { kind: 'unknown' },
  ],
  [
    'an update within a read that locks',
    'with changed as (update plans set name = $1 returning id) select 1 from "taxes" for update',
    { kind: 'unknown' },
  ],
  ['an insertion into a table without quotes', 'insert into events values ($1)', { kind: 'unknown' }],
  ['anything else', 'truncate "plans"', { kind: 'unknown' }],
])('%s', (_, text, effect) => {
  expect(effectOf(text)).toEqual(effect);
});

test.each<[string, string, readonly string[] | null]>([
  ['one table', 'select "id" from "plans" where "plans"."code" = $1', ['plans']],
  ['no table', 'select 1', []],
  [
    'tables of joins and of queries within',
    'select 1 from "plans" left join "taxes" on true join lateral (select 1 from "fees") as fee on true',
    ['plans', 'taxes', 'fees'],
  ],
  ['the present', 'select 1 from "plans" where "deleted_at" > now()', null],
  ['the present date', 'select current_date from "plans"', null],
  ['a random value', 'select random() from "plans"', null],
  ['a table without quotes', 'select 1 from plans', null],
  ['locks', 'select 1 from "plans" for update', null],
  ['changes', 'update "plans" set "name" = $1', null],
])('the result of a read depends on %s', (_, text, tables) => {
  expect(tablesReadBy(text)).toEqual(tables === null ? null : new Set(tables));
});
