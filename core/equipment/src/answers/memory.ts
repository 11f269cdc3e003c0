import { DeviceError } from '@linecard/driver-kit'
import { interfacesList, type Interface } from '@linecard/driver-kit/modules'
import { resolveInterface } from '@linecard/driver-kit/builders'
import { LRUCache } from 'lru-cache'
import { hashOf, storable } from './json.ts'
import type { AnswerKey, AnswerStore, StoredAnswer } from './store.ts'

interface Row {
  id?: number
  interface?: { id: number; parent: number | null } | null
}

function rowsOf(data: unknown, id: number): Row[] {
  const rows = Array.isArray(data) ? (data as Row[]) : []
  const own = rows.filter(row => ('interface' in row ? row.interface?.id === id : row.id === id))
  return own.length > 0 ? own : rows.filter(row => row.interface?.parent === id)
}

function idOf(interfaces: readonly Interface[], wanted: string | number): number | null {
  try {
    return resolveInterface(interfaces, wanted).id
  } catch (error) {
    if (error instanceof DeviceError) return null
    throw error
  }
}

/** Ends the names of answers about one interface. */
const ofInterface = ' interface'
const nameOf = ({ deviceId, module, args }: AnswerKey) =>
  `${deviceId} ${module} ${hashOf(args)}${args['interface'] === undefined ? '' : ofInterface}`

/**
 * Stored answers of one process, for the command line and tests. Keeps `limit` answers, the last used ones.
 */
export function memoryStore(limit = 1000): AnswerStore {
  const answers = new LRUCache<string, StoredAnswer & { deviceId: number }>({ max: limit })
  return {
    read: async key => answers.get(nameOf(key)) ?? null,
    async findInterface(deviceId, wanted) {
      const answer = answers.get(nameOf({ deviceId, module: interfacesList.name, args: {} }))
      return answer ? idOf(answer.data as Interface[], wanted) : null
    },
    async readRows(key, interfaceId) {
      const answer = answers.get(nameOf(key))
      const rows = rowsOf(answer?.data, interfaceId)
      return answer && rows.length > 0 ? { ...answer, data: rows } : null
    },
    async write(key, answer) {
      const kept = answers.get(nameOf(key))
      if (kept && (answer.time < kept.time || (kept.complete && !kept.outdated && !answer.complete))) return
      const { json: _, ...rest } = answer
      answers.set(nameOf(key), { ...rest, data: storable(answer.data).value, deviceId: key.deviceId })
    },
    async outdate(deviceId) {
      for (const answer of answers.values()) if (answer.deviceId === deviceId) answer.outdated = true
    },
    async renumbered(deviceId) {
      for (const [name, answer] of answers) {
        if (answer.deviceId !== deviceId) continue
        if (name.endsWith(ofInterface)) answers.delete(name)
        else answer.outdated = true
      }
    },
    async forget(deviceId) {
      const known = [...answers].filter(([, answer]) => answer.deviceId === deviceId)
      for (const [name] of known) answers.delete(name)
    },
  }
}
