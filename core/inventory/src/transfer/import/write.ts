import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../../errors.ts'
import { tables } from '../../tables.ts'
import { inGroups } from '../../visibility.ts'
import { reasonOf, type Outcome } from './outcome.ts'
import type { Profile } from './known-profiles.ts'
import type { Profiles } from './profiles.ts'

/** A value of the line overrides the value that the device gave. */
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

type Row = ReturnType<typeof rowOf>

/** Lines as rows of SQL, one parameter for all of them. */
const rowsOf = (rows: readonly Row[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
    id integer, ip inet, name text, location text, description text, mac text, serial text,
    enabled boolean, coordinates jsonb, model_id integer, access_id integer, group_id integer
  )`

async function add(
  em: SqlEntityManager,
  outcomes: readonly Outcome[],
  ids: ReadonlyMap<Profile, number>,
): Promise<number[]> {
  if (!outcomes.length) return []
  const { rows } = await sql<{ id: number; ip: string }>`
    insert into inventory_device (
      ip, name, location, description, mac, serial, enabled, coordinates, model_id, access_id, group_id
    )
    select ip, coalesce(name, ''), coalesce(location, ''), coalesce(description, ''), coalesce(mac, ''),
      coalesce(serial, ''), coalesce(enabled, true), coordinates, model_id, access_id, group_id
    from ${rowsOf(outcomes.map(one => rowOf(one, ids)))}
    order by ip on conflict (ip) do nothing returning id, ip`.execute(tables(em))
  const made = new Map(rows.map(({ id, ip }) => [ip, id]))
  for (const one of outcomes) {
    const id = made.get(one.ip!)
    // Without an id, another user has added the address since the check.
    Object.assign(
      one,
      id === undefined
        ? { result: 'known', ...reasonOf(fail('INVENTORY_ROW_KNOWN')) }
        : { result: 'added', deviceId: id },
    )
  }
  return [...made.values()]
}

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
] as const

/** Changes the fields that a line has, and keeps the others. */
async function update(
  em: SqlEntityManager,
  caller: Caller,
  outcomes: readonly Outcome[],
  ids: ReadonlyMap<Profile, number>,
): Promise<number[]> {
  if (!outcomes.length) return []
  const sets = fields.map(field => {
    const column = sql.ref(field)
    return sql`${column} = coalesce(r.${column}, d.${column})`
  })
  const { rows } = await sql<{ id: number }>`
    update inventory_device d set ${sql.join(sets)}, updated_at = now()
    from ${rowsOf(outcomes.map(one => rowOf(one, ids)))}
    where d.id = r.id and ${inGroups(caller, 'd.group_id') ?? sql`true`} returning d.id`.execute(tables(em))
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
 * Writes the lines with the results `would_add` and `would_update`, creates the missing access profiles, and
 * sets the results of the lines. The caller opens the transaction.
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
