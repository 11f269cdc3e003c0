import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import { seenInterfaces } from '../visibility.ts'

interface Row {
  id: number
  bind_key: string
  name: string
}
type Kind = 'id' | 'bind_key' | 'name'

const spelt = /^(id|bind_key|name):(.+)$/

/**
 * Id of the interface that a word means on its device, see `Interfaces.onDevice`. Nothing is guessed: the
 * wrong port may be the uplink.
 */
export async function onDevice(
  em: SqlEntityManager,
  deviceId: number,
  word: string,
  caller: Caller,
): Promise<number | null> {
  const [, kind, text] =
    (spelt.exec(word.trim()) as [string, Kind, string] | null) ?? ([null, null, word.trim()] as const)
  const number = /^\d{1,15}$/.test(text) ? text : null
  const rows = await seenInterfaces(em, caller)
    .select(['i.id', 'i.bind_key', 'i.name'])
    .where('i.device_id', '=', deviceId)
    .where(
      sql<boolean>`(
        i.bind_key = ${number}::bigint or i.id = ${number}::bigint or lower(i.name) = lower(${text})
      )`,
    )
    .limit(100)
    .execute()
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
