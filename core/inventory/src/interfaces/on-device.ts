import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'

interface Row {
  id: number
  bind_key: string
  name: string
}
type Kind = 'id' | 'bind_key' | 'name'

const spelt = /^(id|bind_key|name):(.+)$/

/**
 * Id of the interface that a word means on its device, see `Interfaces.onDevice`. A port taken for another
 * may be the uplink: nothing is guessed.
 */
export async function onDevice(
  em: SqlEntityManager,
  deviceId: number,
  word: string,
  { groupIds }: Caller,
): Promise<number | null> {
  const [, kind, text] =
    (spelt.exec(word.trim()) as [string, Kind, string] | null) ?? ([null, null, word.trim()] as const)
  const number = /^\d{1,15}$/.test(text) ? text : null
  const groups = groupIds && `{${groupIds.join(',')}}`
  const rows = await em.execute<Row[]>(
    `
    select i.id, i.bind_key::text, i.name from inventory_interface i join inventory_device d on d.id = i.device_id
    where i.device_id = ? and (?::int[] is null or d.group_id = any(?::int[])) and (i.bind_key = ?::bigint or i.id = ?::bigint or lower(i.name) = lower(?)) limit 100`,
    [deviceId, groups, groups, number, number, text],
  )
  const named = rows.filter(({ name }) => name === text)
  const alike = rows.filter(({ name }) => name.toLowerCase() === text.toLowerCase())
  const one = named.length > 0 ? named : alike
  const found: Readonly<Record<Kind, Row | undefined>> = {
    id: rows.find(({ id }) => String(id) === number),
    bind_key: rows.find(row => row.bind_key === number),
    name: one.length === 1 ? one[0] : undefined,
  }
  if (kind) {
    if (!found[kind])
      throw fail('INVENTORY_INTERFACE_UNKNOWN', { id: word.trim() }, [
        { path: 'interface', message: 'the device has none' },
      ])
    return found[kind].id
  }
  const meant = Object.entries(found).flatMap(([how, row]) => (row ? [{ how, row }] : []))
  if (new Set(meant.map(({ row }) => row.id)).size > 1) {
    const several = meant.map(({ how, row }) => `${how}:${text} (${row.name})`).join(' or ')
    throw fail('INVENTORY_INTERFACE_AMBIGUOUS', { word: text, several }, [
      { path: 'interface', message: `say ${several}` },
    ])
  }
  return meant[0]?.row.id ?? null
}
