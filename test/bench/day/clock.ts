import type { PgClient } from '../../../core/kernel/src/database/pg.ts'

/**
 * A clock of one database that can be put ahead: functions with the names of PostgreSQL's own, which its
 * connections find first. What the product and its queue ask for the time asks these.
 */
export async function installClock(
  client: PgClient,
  database: string,
): Promise<(ms: number) => Promise<void>> {
  await client.query(`
    create schema bench_clock;
    create table bench_clock.ahead (ms float8 not null);
    insert into bench_clock.ahead values (0);
    create function bench_clock.by_now() returns interval language sql stable
      as 'select ms * interval ''1 ms'' from bench_clock.ahead';
    create function bench_clock.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + bench_clock.by_now()';
    create function bench_clock.clock_timestamp() returns timestamptz language sql volatile
      as 'select pg_catalog.clock_timestamp() + bench_clock.by_now()';
    alter database ${database} set search_path = public, bench_clock, pg_catalog;`)
  return async ms => {
    await client.query(`update bench_clock.ahead set ms = ${ms}`)
  }
}
