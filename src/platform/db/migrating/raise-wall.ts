import { setTimeout as sleep } from 'node:timers/promises';
import { REQUESTS_ROLE } from '../layers/tenant-wall.js';
import { connect, type Connection, type Pool } from '../pool.js';
import { postgresError } from '../postgres/postgres-error.js';
import { takeSessionLock } from './session-lock.js';

/** An arbitrary advisory lock number, the same in all processes. */
const WALL_LOCK = 7_201_456;

/**
 * Prepares the second wall between organizations: each table with rows of organizations gets a policy, beside the conditions of
 * the statements, and the role that has to obey them is made. What is there already stays. Safe to call from any number of
 * processes at once, also while others serve. Source: docs/adr/0125.
 * @returns false if the login of the server may not do that, or a pooler keeps sessions from taking the role: then there is no
 *   such wall.
 */
export async function raiseWall(connection: Connection): Promise<boolean> {
  return (await prepareWall(connection)) && (await canTakeRole(connection));
}

async function prepareWall(connection: Connection): Promise<boolean> {
  // A single connection, since the advisory lock belongs to its session.
  const pool = connect(connection, { max: 1 });
  try {
    await takeSessionLock(pool, WALL_LOCK);
    await pool.sql.unsafe(MAKE_ROLE);
    const missing = await pool.sql.unsafe<{ statement: string }[]>(MISSING);
    for (const { statement } of missing) await execute(pool, statement);
    return true;
  } catch (error) {
    if (postgresError(error)?.code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  } finally {
    await pool.close();
  }
}

/** PgBouncer refuses the parameter of a session that names its role, or leaves it out where `ignore_startup_parameters` says so. */
async function canTakeRole(connection: Connection): Promise<boolean> {
  const pool = connect(connection, { max: 1, role: REQUESTS_ROLE });
  try {
    const [session] = await pool.sql.unsafe<{ role: string }[]>('select current_user as role');
    return session?.role === REQUESTS_ROLE;
  } catch (error) {
    if (postgresError(error)?.code === PROTOCOL_VIOLATION) return false;
    throw error;
  } finally {
    await pool.close();
  }
}

/** Said by a server that runs without it. */
export const NO_WALL = `Warning: the login of DATABASE_URL, or the pooler that it leads to, can neither make nor use the role ${REQUESTS_ROLE}, so that only the conditions of statements keep organizations apart (docs/operating.md, "A Postgres of your own").`;

const INSUFFICIENT_PRIVILEGE = '42501';
const PROTOCOL_VIOLATION = '08P01';
const LOCK_NOT_AVAILABLE = '55P03';
/** A policy waits this long for the lock of its table, since all other statements on it queue behind. */
const LOCK_TIMEOUT_MS = 2_000;
const RETRY_AFTER_MS = 500;
const MAX_TRIES = 60;

async function execute(pool: Pool, statement: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await pool.sql.unsafe(`set lock_timeout = ${LOCK_TIMEOUT_MS}; ${statement}`);
      return;
    } catch (error) {
      if (postgresError(error)?.code !== LOCK_NOT_AVAILABLE || tries === MAX_TRIES) throw error;
      await sleep(RETRY_AFTER_MS);
    }
  }
}

/** Roles belong to all databases of a Postgres, in which other programs may make them at the same moment. */
const MAKE_ROLE = `
  do $$
  begin
    if exists (select from pg_roles where rolname = '${REQUESTS_ROLE}') then return; end if;
    create role ${REQUESTS_ROLE} nologin nosuperuser nobypassrls;
  exception when duplicate_object or unique_violation then null;
  end $$;
  do $$
  begin
    perform set_config('role', '${REQUESTS_ROLE}', true), set_config('role', 'none', true);
  exception when insufficient_privilege then
    execute format('grant ${REQUESTS_ROLE} to %I', current_user);
  end $$`;

/** A partition has no grants and no policies: its rows are reached through its table only. */
const MISSING = `
  with tables as (
    select "table".oid, "table".relname as name, schema.nspname as schema, "table".relrowsecurity as "isWalled",
      format('%I.%I', schema.nspname, "table".relname) as "table"
    from pg_class as "table" join pg_namespace as schema on schema.oid = "table".relnamespace
    where schema.nspname in ('public', 'graphile_worker') and "table".relkind in ('r', 'p') and not "table".relispartition
  )
  select format('grant usage on schema %I to ${REQUESTS_ROLE}', nspname) as statement from pg_namespace
  where nspname in ('public', 'graphile_worker') and not has_schema_privilege('${REQUESTS_ROLE}', oid, 'usage')
  union all
  select format('grant select, insert, update, delete on %s to ${REQUESTS_ROLE}', "table") from tables
  where not has_table_privilege('${REQUESTS_ROLE}', oid, 'delete')
  union all
  select format('grant usage, select on sequence %s to ${REQUESTS_ROLE}', sequence.oid::regclass)
  from pg_class as sequence join pg_namespace as schema on schema.oid = sequence.relnamespace
  where schema.nspname in ('public', 'graphile_worker')
    and case sequence.relkind when 'S' then not has_sequence_privilege('${REQUESTS_ROLE}', sequence.oid, 'usage') end
  union all
  select format(
    'create policy of_organization on %s using (organization_id = (select current_setting(%L)::uuid)); '
    'alter table %1$s enable row level security', "table", 'tollgate.organization')
  from tables
  where schema = 'public' and not "isWalled"
    and exists (select from pg_attribute where attrelid = tables.oid and attname = 'organization_id')
  union all
  select format('create policy of_requests on %s to ${REQUESTS_ROLE} using (true)', "table") from tables
  where schema = 'graphile_worker' and "isWalled"
    and not exists (select from pg_policy where polrelid = tables.oid and polname = 'of_requests')`;
