// Writes the schema of a migrated database as one text, from the catalog of Postgres: schema/schema.sql (docs/adr/0170).

/** Runs one statement without parameters. @returns its rows. */
type Query = (statement: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const HEADING = `-- The schema of the database as the migrations and the second wall (docs/adr/0125) leave it, printed from the catalog of
-- Postgres by "npm run generate", for readers: the migrations are what runs. Columns stand in the order that they have in the
-- table; all else is sorted by name. Grants to the role of requests, and the tables of jobs and of migrations, are not shown.
`;

/** @throws Error when the schema has objects of a kind that is not printed. */
export async function schemaSql(query: Query): Promise<string> {
  const read = async (statement: string): Promise<Line[]> => (await query(statement)) as unknown as Line[];
  await query('set search_path = public');
  const unprinted = await read(UNPRINTED);
  if (unprinted.length > 0)
    throw new Error(`schema.sql lacks: ${unprinted.map(({ text }) => text).join(', ')}`);
  const extensions = await read(EXTENSIONS);
  const functions = await read(FUNCTIONS);
  const tables = await read(TABLES);
  const members = await read(MEMBERS);
  const attached = await read(ATTACHED);
  const of = (lines: readonly Line[], table: string): string[] =>
    lines.filter((line) => line.table === table).map(({ text }) => text);
  const parts = [
    ...extensions.map(({ text }) => text),
    ...functions.map(({ text }) => text.replace('FUNCTION public.', 'FUNCTION ').trimEnd()),
    ...tables.map(({ table, text }) => {
      const columns = of(members, table).map((member) => `  ${member}`);
      const created = text.replace('()', () => `(\n${columns.join(',\n')}\n)`);
      return [created, ...of(attached, table)].join(';\n');
    }),
  ];
  return [HEADING, ...parts.map((part) => `${part};\n`)].join('\n');
}

interface Line {
  /** The table that it belongs to. */
  readonly table: string;
  readonly text: string;
}

/** What extensions have made belongs to them. */
const isOurs = (catalog: string, object: string): string =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${object} and deptype = 'e')`;

const EXTENSIONS = `
  select 'CREATE EXTENSION ' || extname as text from pg_extension where extname <> 'plpgsql' order by extname`;

const FUNCTIONS = `
  select pg_get_functiondef(oid) as text from pg_proc
  where pronamespace = 'public'::regnamespace and prokind = 'f' and ${isOurs('pg_proc', 'pg_proc.oid')}
  order by proname, oid`;

const TABLES = `
  select relname as table, case
      when relispartition then format('CREATE TABLE %I PARTITION OF %s %s', relname,
        (select inhparent::regclass from pg_inherits where inhrelid = pg_class.oid), pg_get_expr(relpartbound, oid))
      else format('CREATE TABLE %I ()', relname)
        || case relkind when 'p' then ' PARTITION BY ' || pg_get_partkeydef(oid) else '' end
    end as text
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  order by relname`;

/** Columns, then constraints: the primary key, unique ones, checks, exclusions, foreign keys. */
const MEMBERS = `
  select relname as table, text from (
    select attrelid as oid, 0 as kind, attnum as position, '' as name, concat_ws(' ', quote_ident(attname),
      case when pg_get_serial_sequence(attrelid::regclass::text, attname) is not null and attidentity = ''
        then 'bigserial' else format_type(atttypid, atttypmod) end,
      case when attgenerated = 's' then 'GENERATED ALWAYS AS (' || pg_get_expr(adbin, adrelid, true) || ') STORED'
        when attidentity = 'a' then 'GENERATED ALWAYS AS IDENTITY'
        when pg_get_serial_sequence(attrelid::regclass::text, attname) is null
          then 'DEFAULT ' || pg_get_expr(adbin, adrelid, true) end,
      case when attnotnull then 'NOT NULL' end) as text
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all
    select conrelid, position(contype::text in 'pucxf'), 0, conname,
      format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid, true))
    from pg_constraint where contype in ('p', 'u', 'c', 'x', 'f')
  ) as members join pg_class using (oid)
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  order by relname, kind, position, name`;

/** What is attached to a table: indexes, triggers, the wall. */
const ATTACHED = `
  select relname as table, text from (
    select indrelid as oid, 0 as kind, replace(pg_get_indexdef(indexrelid, 0, true), ' USING btree', '') as text
    from pg_index where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    union all
    select tgrelid, 1, pg_get_triggerdef(oid, true) from pg_trigger where not tgisinternal
    union all
    select oid, 2, format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', relname) from pg_class where relrowsecurity
    union all
    select polrelid, 3, format('CREATE POLICY %I ON %s USING (%s)', polname, polrelid::regclass, pg_get_expr(polqual, polrelid, true))
    from pg_policy
  ) as attached join pg_class using (oid)
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  order by relname, kind, text collate "C"`;

/** Objects of kinds that this program does not print, since the schema has had none. */
const UNPRINTED = `
  select 'relation ' || relname as text from pg_class
  where relnamespace = 'public'::regnamespace and (relkind not in ('r', 'p', 'i', 'I', 'S') or reloptions is not null)
  union all
  select 'type ' || typname from pg_type
  where typnamespace = 'public'::regnamespace and typtype not in ('b', 'c') and ${isOurs('pg_type', 'pg_type.oid')}
  union all
  select 'routine ' || proname from pg_proc
  where pronamespace = 'public'::regnamespace and prokind <> 'f' and ${isOurs('pg_proc', 'pg_proc.oid')}
  union all
  select 'statistics ' || stxname from pg_statistic_ext where stxnamespace = 'public'::regnamespace
  union all
  select 'rule ' || rulename from pg_rewrite join pg_class on pg_class.oid = ev_class
  where relnamespace = 'public'::regnamespace
  union all
  select 'comment of ' || coalesce(relname, proname, '') from pg_description
    left join pg_class on classoid = 'pg_class'::regclass and objoid = pg_class.oid and relnamespace = 'public'::regnamespace
    left join pg_proc on classoid = 'pg_proc'::regclass and objoid = pg_proc.oid and pronamespace = 'public'::regnamespace
      and ${isOurs('pg_proc', 'pg_proc.oid')}
  where coalesce(pg_class.oid, pg_proc.oid) is not null
  union all
  select 'policy ' || polname from pg_policy where polcmd <> '*' or polroles <> '{0}' or polwithcheck is not null or not polpermissive`;
