import { implement, octets, readTable, table, type Implementation, type Session } from '@linecard/driver-kit'
import { ponOntsStatus, refOf, wanted } from '@linecard/driver-kit/modules'
import {
  onusFor,
  readOnus,
  statusOf,
  usedTrees,
  wordOf,
  type Olt,
  type OnuState,
  type Places,
} from '@linecard/driver-kit/onus'
import { cdata } from '../nodes.ts'

/** One row for each PON port: octet n is the state of ONU n + 1. */
export const stateMap = `${cdata}.1.3.3.14.1`
const words: Readonly<Record<number, string>> = { 1: 'Online', 2: 'Offline', 3: 'Alarm' }

/**
 * The PON port of a row: the number that the agent gives to the port among all ports, or its number among the
 * PON ports. Only all rows together tell which: PON ports follow the uplinks, so no row is below `first`.
 */
export function ponOf(rows: readonly number[], first: number): (row: number) => number {
  const byPort = rows.some(row => row < first)
  return row => (byPort ? row : row - first + 1)
}

/** Numbers of the ports of a series: the uplinks before the PON ports, and the slot of the PON ports. */
export interface Numbering {
  /** Null: the agent's ports contradict each other. */
  uplinks: number | ((session: Session) => Promise<number | null>)
  slot: number
}

const last = (index: string) => Number(index.split('.').at(-1))

/** The words of the map by bind key. An agent without it gives an empty map. */
async function readMap(
  session: Session,
  places: Places,
  { uplinks, slot }: Numbering,
): Promise<Map<number, string>> {
  const before = typeof uplinks === 'function' ? await uplinks(session) : uplinks
  const found = new Map<number, string>()
  if (before === null) return found
  const rows = await readTable(session, table({ states: octets(stateMap) }))
  const port = ponOf([...rows.keys()].map(last), before + 1)
  for (const [index, { states }] of rows) {
    for (const [at, state] of (states ?? Buffer.alloc(0)).entries()) {
      const key = places.keyOf({ shelf: 0, slot, port: port(last(index)), onu: at + 1 })
      const word = words[state]
      if (key !== null && word !== undefined) found.set(key, word)
    }
  }
  return found
}

/** Two rows as one: the first value of a field decides. */
const merged = (known: OnuState = {}, more: OnuState): OnuState => ({
  ...more,
  ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
})

/**
 * pon_onts_status of the older series. The map of states costs one row a port, and it alone has "Alarm"; the
 * tables of the ONUs add the admin state and the reason, and the state where the agent has no map.
 */
export const mappedStatus = (olt: Olt, numbering: Numbering): Implementation =>
  implement(
    ponOntsStatus,
    async (session, args) => {
      const { onus, read } = await onusFor(session, olt, args.interface)
      const states = await readMap(session, olt.places, numbering)
      const rows = new Map<number, OnuState>()
      const [tree] = await usedTrees(session, olt)
      for (const one of tree?.state ? [tree.state, ...(tree.state.also ?? [])] : [])
        for (const [id, row] of await readOnus(session, olt, one, read))
          rows.set(id, merged(rows.get(id), row))
      const may = (field: string) => wanted(args.load_only, field)
      return onus.map(one => {
        const row = rows.get(one.id)
        const state: OnuState = { ...row, phase: states.get(one.id) ?? row?.phase ?? null }
        const meaning = tree?.state?.words
        return {
          interface: refOf(one),
          status: meaning ? statusOf(state, meaning) : ('Unknown' as const),
          bind_status: meaning && may('bind_status') ? wordOf(state, meaning) : null,
          admin_state: may('admin_state') ? (state.admin ?? null) : null,
        }
      })
    },
    { override: true },
  )
