import type { World } from '@linecard/test-kit/worlds/inventory'

export const scale = { devices: 10_000, olts: 60, onus: 100_000, interfaces: 500_000, groups: 20 }

/**
 * Indexes that no constraint needs are taken away while rows are loaded; those of ONUs are made again in
 * bulk, the others no list of ONUs uses.
 */
async function withoutIndexes(
  world: World,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const indexes = await world.sql<{ name: string; definition: string }>(
    `
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of indexes) await world.sql(`drop index ${name}`)
  await load()
  for (const { definition } of indexes)
    if (definition.includes(' inventory_onu_')) await world.sql(definition)
}

/**
 * A provider's network, made by the database: most ONUs online and well lit, some lost, few bad, some never
 * measured.
 */
export async function loadScale(world: World): Promise<void> {
  const { devices, olts, onus, interfaces, groups } = scale
  await world.sql(
    `insert into inventory_group (id, name) select n, 'group ' || n from generate_series(1, ${groups}) n`,
  )
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id) select n, '10.0.0.0'::inet + n, case when n <= ${olts} then 'olt-' else 'sw-' end || n, 1 + n % ${groups} from generate_series(1, ${devices}) n`,
  )
  await world.sql('set session_replication_role = replica; set synchronous_commit = off')
  await withoutIndexes(world, ['inventory_interface', 'inventory_onu'], async () => {
    await world.sql(`
      insert into inventory_interface (id, device_id, bind_key, parent_bind_key, name, type, status, status_changed_at, description, serial, comment, agreement)
      select n, case when n <= ${onus} then 1 + n % ${olts} else ${olts} + 1 + n % ${devices - olts} end, n, case when n <= ${onus} then 10000000 + n / 64 end,
        'gpon-onu_1/' || 1 + n % 16 || '/' || n % 8 || ':' || n, case when n <= ${onus} then 'ONU' else 'GE' end,
        case when n > ${onus} then case n % 3 when 0 then 'Down' else 'Up' end when n % 20 = 0 then 'LOS' when n % 33 = 0 then 'PowerOff' when n % 301 = 0 then 'Offline' else 'Online' end,
        now() - n * interval '7 s', case when n <= ${onus} then 'client ' || md5(n::text) || ' street ' || n % 977 else '' end, case when n <= ${onus} then 'ZTEG' || upper(lpad(to_hex(n * 7919), 8, '0')) end, case when n % 50 = 0 then 'seen ' || n else '' end, case when n <= ${onus} then (10000 + n * 13)::text else '' end
      from generate_series(1, ${interfaces}) n`)
    await world.sql(`
      insert into inventory_onu (interface_id, device_id, bind_key, parent_bind_key, name, status, status_changed_at, description, comment, agreement, created_at, ident, ident_type, serial_ascii, serial_hex,
        vendor, model, rx, tx, olt_rx, temp, voltage, distance, optics_at, rx_bad_since)
      select id, device_id, bind_key, parent_bind_key, name, status, status_changed_at, description, comment, agreement, created_at - id * interval '1 minute', serial, 'SERIAL', serial, inventory_serial_hex(serial),
        'ZTE', 'F6' || id % 40, light, 2, light - 1, 35 + id % 20, 3.3, id % 9000, now(), case when light < -28 then now() - id * interval '1 minute' end
      from (select *, case when status = 'Online' then -15 - (hashint4(id) & 1023) * 14.0 / 1024 when id % 3 = 0 then null else -22 end as light from inventory_interface where type = 'ONU') i`)
  })
  await world.sql('set session_replication_role = origin')
  await world.sql('vacuum analyze inventory_onu, inventory_device')
  await world.sql('analyze inventory_interface, inventory_group')
}
