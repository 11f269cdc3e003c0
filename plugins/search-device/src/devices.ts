import { canonicalAddress, type Caller, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import type { Config } from './config.ts'
import { fail } from './errors.ts'

/** A device that may be asked, as the inventory knows it. */
export interface Candidate {
  id: number
  ip: string
  name: string
  /** Key of its model. */
  model: string | null
  type: string | null
  /** Since when it does not answer; null: it is not known to be down. */
  down_since: Date | null
}

/** Which devices a client names. By default all. */
export interface Wanted {
  devices?: readonly (string | number)[] | undefined
  group_id?: number | undefined
}

interface Named {
  word: string
  id: number | null
  ip: string | null
}

/** The ids or canonical addresses that a client names. @throws ApiError SEARCH_DEVICE_IP_INVALID */
function named(devices: readonly (string | number)[]): Named[] {
  return devices
    .flatMap(one => String(one).split(','))
    .map(text => text.trim())
    .filter(text => text !== '')
    .map(word => {
      const id = /^-?\d{1,10}$/.test(word) ? Number(word) : null
      const ip = id === null ? canonicalAddress(word) : null
      if (id === null && ip === null)
        throw fail('SEARCH_DEVICE_IP_INVALID', { ip: word.slice(0, 60) }, [
          { path: 'devices', message: `"${word.slice(0, 60)}" is neither a number nor an IP address` },
        ])
      return { word, id, ip }
    })
}

const isInt32 = (id: number) => (id | 0) === id

/**
 * The devices to ask, those that were up first: the named ones, or else all enabled ones whose model has one
 * of the modules. Only devices that the caller sees.
 * @throws ApiError SEARCH_DEVICE_UNKNOWN with the first that the caller does not see
 */
export async function candidates(
  ctx: Context<Config>,
  caller: Caller,
  { devices = [], group_id: group }: Wanted,
  modules: readonly string[],
): Promise<Candidate[]> {
  const wanted = named(devices)
  const em = ctx.em()
  let query = em
    .getKysely<Record<never, never>>()
    .selectFrom(visibleDevices(em, caller).as('d'))
    .select(['d.id', sql<string>`host(d.ip)`.as('ip'), 'd.name', 'd.model_key as model', 'd.type'])
    .select(sql<Date | null>`case when d.status = 'Down' then d.status_changed_at end`.as('down_since'))
    .orderBy(sql`array_position(array['Up', 'Unknown', 'Down'], d.status)`)
    .orderBy('d.id')
  if (group !== undefined) query = query.where('d.group_id', '=', group)
  if (wanted.length === 0) {
    const enabled = await query.where('d.enabled', '=', true).execute()
    const equipment = ctx.use('equipment')
    return enabled.filter(({ model }) => modules.some(name => equipment.supports(model, { name })))
  }
  const ids = wanted.flatMap(({ id }) => (id !== null && isInt32(id) ? [id] : []))
  const ips = wanted.flatMap(({ ip }) => ip ?? [])
  const rows = await query
    .where(sql<boolean>`(d.id = any (${ids}::int[]) or d.ip = any (${ips}::inet[]))`)
    .execute()
  const seen = new Set<number | string | null>(rows.flatMap(({ id, ip }) => [id, ip]))
  const unseen = wanted.find(({ id, ip }) => !seen.has(id ?? ip))
  if (unseen)
    throw fail('SEARCH_DEVICE_UNKNOWN', { device: unseen.word }, [
      { path: 'devices', message: `there is no ${unseen.word}` },
    ])
  return rows
}
