import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { DRIVERS_CHANGED, type Context } from '@linecard/plugin-kit'

/**
 * Models of the drivers become rows, those of a driver that has gone stay and are marked. Safe on several
 * processes at once.
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
    const em = forked as SqlEntityManager
    await em.execute('select pg_advisory_xact_lock(hashtext(?))', ['inventory_model'])
    const json = JSON.stringify(rows)
    await em.execute(
      `
      insert into inventory_model (key, name, vendor, type, driver, ports, available)
      select key, name, vendor, type, driver, ports, true from jsonb_to_recordset(?::jsonb) as r (key text, name text, vendor text, type text, driver text, ports integer)
      on conflict (key) do update
        set name = excluded.name, vendor = excluded.vendor, type = excluded.type, driver = excluded.driver, ports = excluded.ports, available = true, updated_at = now()
        where (inventory_model.name, inventory_model.vendor, inventory_model.type, inventory_model.driver, inventory_model.ports, inventory_model.available)
          is distinct from (excluded.name, excluded.vendor, excluded.type, excluded.driver, excluded.ports, true)`,
      [json],
      'run',
    )
    await em.execute(
      `
      update inventory_model set available = false, updated_at = now()
      where driver is not null and available and key not in (select key from jsonb_to_recordset(?::jsonb) as r (key text))`,
      [json],
      'run',
    )
  })
}

/** Keeps the rows equal to the drivers that are on. */
export const followDrivers = (ctx: Context): (() => void) =>
  ctx.events.on(DRIVERS_CHANGED, () => syncModels(ctx))
