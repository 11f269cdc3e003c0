import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'
import { reasonOf, type Outcome } from './outcome.ts'
import type { Profile, Profiles } from './profiles.ts'

/** A line's own words win over the device's. */
function rowOf({ line, ip, found, plan, deviceId }: Outcome, ids: ReadonlyMap<Profile, number>) {
  const { entry, modelId, groupId, profile } = plan!
  return {
    line,
    ip,
    id: deviceId,
    name: entry.name ?? found?.name ?? null,
    location: entry.location ?? found?.location ?? null,
    description: entry.description,
    mac: entry.mac ?? found?.mac ?? null,
    serial: entry.serial ?? found?.serial ?? null,
    enabled: entry.enabled,
    coordinates: entry.coordinates,
    model_id: modelId ?? found?.model_id ?? null,
    group_id: groupId,
    access_id: profile && (profile.id ?? ids.get(profile)),
  }
}

const recordset = `jsonb_to_recordset(?::jsonb) as r (id integer, ip inet, name text, location text, description text, mac text, serial text, enabled boolean, coordinates jsonb,
  model_id integer, access_id integer, group_id integer)`

async function add(
  em: SqlEntityManager,
  outcomes: readonly Outcome[],
  ids: ReadonlyMap<Profile, number>,
): Promise<number[]> {
  if (!outcomes.length) return []
  const rows = await em.execute<{ id: number; ip: string }[]>(
    `
    insert into inventory_device (ip, name, location, description, mac, serial, enabled, coordinates, model_id, access_id, group_id)
    select ip, coalesce(name, ''), coalesce(location, ''), coalesce(description, ''), coalesce(mac, ''), coalesce(serial, ''), coalesce(enabled, true), coordinates, model_id, access_id, group_id
    from ${recordset} order by ip on conflict (ip) do nothing returning id, host(ip) as ip`,
    [JSON.stringify(outcomes.map(one => rowOf(one, ids)))],
  )
  const made = new Map(rows.map(({ id, ip }) => [ip, id]))
  for (const one of outcomes) {
    const id = made.get(one.ip!)
    // Somebody else was quicker.
    Object.assign(
      one,
      id === undefined
        ? { result: 'known', ...reasonOf(fail('INVENTORY_ROW_KNOWN')) }
        : { result: 'added', deviceId: id },
    )
  }
  return [...made.values()]
}

/** Only what the line says is changed. */
async function update(
  em: SqlEntityManager,
  { groupIds }: Caller,
  outcomes: readonly Outcome[],
  ids: ReadonlyMap<Profile, number>,
): Promise<number[]> {
  if (!outcomes.length) return []
  const groups = groupIds && `{${groupIds.join(',')}}`
  const fields = [
    'name',
    'location',
    'description',
    'mac',
    'serial',
    'enabled',
    'coordinates',
    'model_id',
    'access_id',
    'group_id',
  ]
  const rows = await em.execute<{ id: number }[]>(
    `
    update inventory_device d set ${fields.map(field => `${field} = coalesce(r.${field}, d.${field})`).join(', ')}, updated_at = now()
    from ${recordset} where d.id = r.id and (?::int[] is null or d.group_id = any(?::int[])) returning d.id`,
    [JSON.stringify(outcomes.map(one => rowOf(one, ids))), groups, groups],
  )
  const changed = new Set(rows.map(({ id }) => id))
  for (const one of outcomes)
    Object.assign(
      one,
      changed.has(one.deviceId!)
        ? { result: 'updated' }
        : { result: 'known', ...reasonOf(fail('INVENTORY_ROW_KNOWN')) },
    )
  return [...changed]
}

export interface Written {
  added: number[]
  updated: number[]
  profiles: ReadonlyMap<Profile, number>
}

/**
 * Writes what would be added or updated, with the access profiles that are lacking, and tells so in the
 * outcomes. Within a transaction.
 */
export async function write(
  em: SqlEntityManager,
  caller: Caller,
  profiles: Profiles,
  outcomes: readonly Outcome[],
): Promise<Written> {
  const wanted = outcomes.filter(
    ({ plan, result }) => plan && (result === 'would_add' || result === 'would_update'),
  )
  const ids = await profiles.store(
    em,
    wanted.flatMap(({ plan }) => plan!.profile ?? []),
  )
  return {
    added: await add(
      em,
      wanted.filter(({ result }) => result === 'would_add'),
      ids,
    ),
    updated: await update(
      em,
      caller,
      wanted.filter(({ result }) => result === 'would_update'),
      ids,
    ),
    profiles: ids,
  }
}
