import { canonicalAddress, type Caller, type Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { fail } from './errors.ts'

/** A device that may be asked, with what is known of it without asking. */
export interface Candidate {
  id: number
  ip: string
  name: string
  model: string | null
  type: string | null
}

export interface Wanted {
  devices?: readonly (string | number)[] | undefined
  group_id?: number | undefined
}

const array = (values: readonly (string | number)[]) => `{${values.join(',')}}`

/** Numbers and canonical addresses of what a client named. @throws ApiError SEARCH_DEVICE_IP_INVALID */
function named(
  devices: readonly (string | number)[],
): { word: string; id: number | null; ip: string | null }[] {
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

/**
 * Devices to ask, those that were up first: those that were named, else all enabled ones that have one of the
 * modules. Only of groups that the caller sees.
 * @throws ApiError SEARCH_DEVICE_UNKNOWN for the first that the caller does not see, whether it is there or
 *   not
 */
export async function candidates(
  ctx: Context<Config>,
  caller: Caller,
  { devices = [], group_id: group }: Wanted,
  modules: readonly string[],
): Promise<Candidate[]> {
  const wanted = named(devices)
  const groups = caller.groupIds && array(caller.groupIds)
  const ids = wanted.flatMap(({ id }) => (id !== null && (id | 0) === id ? [id] : []))
  const rows = await ctx.em().execute<Candidate[]>(
    `
    select d.id, host(d.ip) as ip, d.name, m.key as model, m.type from inventory_device d left join inventory_model m on m.id = d.model_id
    where (?::int[] is null or d.group_id = any (?::int[])) and (?::int is null or d.group_id = ?::int)
      and (case when ? then d.id = any (?::int[]) or d.ip = any (?::inet[]) else d.enabled end)
    order by array_position(array['Up', 'Unknown', 'Down'], d.status), d.id`,
    [
      groups,
      groups,
      group ?? null,
      group ?? null,
      wanted.length > 0,
      array(ids),
      array(wanted.flatMap(({ ip }) => ip ?? [])),
    ],
  )
  if (wanted.length > 0) {
    const there = new Set<number | string | null>(rows.flatMap(({ id, ip }) => [id, ip]))
    const absent = wanted.find(({ id, ip }) => !there.has(id ?? ip))
    if (absent)
      throw fail('SEARCH_DEVICE_UNKNOWN', { device: absent.word }, [
        { path: 'devices', message: `there is no ${absent.word}` },
      ])
    return rows
  }
  const equipment = ctx.use('equipment')
  return rows.filter(({ model }) => modules.some(name => equipment.supports(model, { name })))
}
