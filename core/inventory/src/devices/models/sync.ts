import { driversChanged, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'

/**
 * Writes the models of the drivers to the table. Models of a driver that is gone stay and are marked. Several
 * processes may do this at once. A row that is not new spends no id: a conflict would, and every process and
 * command begins with this.
 */
export async function syncModels(ctx: Context): Promise<void> {
  const rows = ctx.drivers
    .flatMap(driver =>
      driver.models.map(({ key, name, type, ports }) => ({
        key,
        name,
        type,
        ports: ports ?? null,
        vendor: driver.vendor,
        driver: driver.id,
      })),
    )
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  await ctx.em().transactional(async forked => {
    const db = tables(forked as SqlEntityManager)
    await sql`select pg_advisory_xact_lock(hashtext(${'inventory_model'}))`.execute(db)
    const json = JSON.stringify(rows)
    await sql`
      insert into inventory_model as m (key, name, vendor, type, driver, ports, available)
      select key, name, vendor, type, driver, ports, true from jsonb_to_recordset(${json}::jsonb)
        as r (key text, name text, vendor text, type text, driver text, ports integer)
      where not exists (select from inventory_model k where k.key = r.key
        and (k.name, k.vendor, k.type, k.driver, k.ports, k.available) is not distinct from
          (r.name, r.vendor, r.type, r.driver, r.ports, true))
      on conflict (key) do update
        set name = excluded.name, vendor = excluded.vendor, type = excluded.type, driver = excluded.driver,
          ports = excluded.ports, available = true, updated_at = now()
        where (m.name, m.vendor, m.type, m.driver, m.ports, m.available) is distinct from
          (excluded.name, excluded.vendor, excluded.type, excluded.driver, excluded.ports, true)`.execute(db)
    await db
      .updateTable('inventory_model')
      .set({ available: false, updated_at: sql`now()` })
      .where('driver', 'is not', null)
      .where('available', '=', true)
      .where(sql<boolean>`key <> all (${rows.map(({ key }) => key)}::text[])`)
      .execute()
  })
}

/** Writes the models again when drivers go on or off. Returns what ends it. */
export const followDrivers = (ctx: Context): (() => void) =>
  ctx.events.on(driversChanged, () => syncModels(ctx))
