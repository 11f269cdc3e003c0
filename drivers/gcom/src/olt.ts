import { enumeration, mac, scaled, table, type Session } from '@linecard/driver-kit'
import { readIfTable, textOrEmpty, type IfRow } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import type { Olt, OnuTree, Places } from '@linecard/driver-kit/onus'
import { dbm, epon, label, localTime, measured } from './columns.ts'
import { keyOf, parseName, placeOf, slotPortOnu, uplinkKey } from './place.ts'

/** PON ports `p0/1` and uplinks `e0/1`; others keep their ifIndex. */
function portShape({ descr, name }: IfRow): Partial<Interface> | null {
  const shown = descr ?? name ?? ''
  const at = parseName(shown)
  if (at && at.onu !== null) return null
  const id = at ? keyOf(at) : uplinkKey(shown)
  if (id === null) return {}
  if (!at) return { id, name: shown, type: 'ETH' }
  return {
    id,
    name: shown,
    type: 'PON',
    pontype: 'epon',
    _technology: 'epon',
    _frame: 0,
    _slot: at.slot,
    _port: at.port,
  }
}

export const places: Places = {
  keyOf,
  placeOf,
  parse: parseName,
  onuName: ({ slot, port, onu }) => `${slot}/${port}:${onu}`,
  readPorts: (session: Session) => readIfTable(session, { shape: portShape }),
}

const index = [slotPortOnu]
/** eponOnuInfoTable. */
export const info = `${epon}.3.1.1`
/** eponOnuOpmTable. */
const optics = `${epon}.3.3.1`

/** Registered ONUs. The table has no reason of a loss. */
const onus: OnuTree = {
  technology: 'epon',
  list: { columns: table({ mac: mac(`${info}.9`) }), index },
  state: {
    columns: table({ phase: enumeration(`${info}.4`, { 0: 'down', 1: 'up' }) }),
    index,
    words: { phases: { up: 'Online', down: 'Offline' }, lost: [], reasons: {} },
  },
  times: { columns: table({ online: localTime(`${info}.19`) }), index },
  names: { columns: table({ description: textOrEmpty(`${info}.5`) }), index },
  macs: { columns: table({ mac: mac(`${info}.9`) }), index },
  vendors: [
    {
      columns: table({
        vendor: label(`${info}.7`),
        model: label(`${info}.8`),
        software: label(`${info}.10`),
        hardware: label(`${info}.11`),
      }),
      index,
    },
  ],
}
const distance = {
  columns: table({ distance: scaled(`${info}.18`, { by: 1, none: [0], min: 1, max: 200_000 }) }),
  index,
}
const light: Pick<OnuTree, 'atOlt' | 'atOnu'> = {
  atOlt: [distance],
  atOnu: {
    columns: table({
      temp: measured(`${optics}.4`, 150),
      voltage: measured(`${optics}.5`, 20),
      bias: measured(`${optics}.6`, 1000),
      tx: dbm(`${optics}.7`),
      rx: dbm(`${optics}.8`),
    }),
    index,
  },
}

/** EL5610. */
export const newOlt: Olt = { places, trees: [[{ ...onus, ...light }]] }
/** The older series gives no light. */
export const oldOlt: Olt = { places, trees: [[onus]] }
