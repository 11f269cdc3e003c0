import {
  counter,
  decimalText,
  enumeration,
  map,
  onuSerial,
  table,
  text,
  type Column,
} from '@linecard/driver-kit'
import type { Olt, OnuCounters, OnuTree } from '@linecard/driver-kit/onus'
import { onuIf } from './nodes.ts'
import { byOnuIf, places } from './places.ts'

/** onuIfOnuPowerTx and onuIfOnuPowerRx: a decimal text in dBm. An ONU that is down has 0 or no number. */
const power = (oid: string) => decimalText(oid, { none: [0], min: -60, max: 20 })

/** A text; another type, which some releases send, is no value. */
const textOnly = (oid: string): Column<string> => {
  const own = text(oid)
  return { oid, decode: cell => (Buffer.isBuffer(cell.value) ? own.decode(cell) : null) }
}

/** The reason of the last loss in one of two words where they are known, else as the OLT writes it. */
const reason = (oid: string): Column<string> =>
  map(textOnly(oid), word =>
    /dying|dg-?i/i.test(word) ? 'dyingGasp' : /\blo[sbf]-?i?\b|loss/i.test(word) ? 'los' : word,
  )

const down = ['down', 'notPresent', 'lowerLayerDown'] as const

/** onuIfTable of GPON-ONU-IF-MIB. */
export const onuIfTree: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ descr: text(`${onuIf}.3`) }), index: byOnuIf },
  state: {
    columns: table({
      phase: enumeration(`${onuIf}.7`, {
        1: 'up',
        2: 'down',
        3: 'testing',
        4: 'unknown',
        5: 'dormant',
        6: 'notPresent',
        7: 'lowerLayerDown',
      }),
      admin: enumeration(`${onuIf}.6`, { 1: 'Enabled', 2: 'Disabled', 3: 'Enabled' }),
      reason: reason(`${onuIf}.31`),
    }),
    index: byOnuIf,
    words: {
      phases: {
        up: 'Online',
        down: 'Offline',
        testing: 'Unknown',
        unknown: 'Unknown',
        dormant: 'Unknown',
        notPresent: 'Offline',
        lowerLayerDown: 'Offline',
      },
      lost: down,
      reasons: { dyingGasp: 'PowerOff', los: 'LOS' },
    },
  },
  times: { columns: table({ reason: reason(`${onuIf}.31`) }), index: byOnuIf },
  names: {
    columns: table({
      // Without a name the column has that of the interface.
      name: map(text(`${onuIf}.5`), name => (/-onu-\d+$/.test(name) ? null : name)),
      description: text(`${onuIf}.23`),
    }),
    index: byOnuIf,
  },
  serials: { columns: table({ serial: onuSerial(`${onuIf}.38`) }), index: byOnuIf },
  atOlt: [{ columns: table({ tx: power(`${onuIf}.21`), rx: power(`${onuIf}.22`) }), index: byOnuIf }],
}
export const olt: Olt = { places, trees: [[onuIfTree]] }

/** The interface of an ONU is one of the OLT, so "in" is what comes from the ONU. */
export const counters: OnuCounters = {
  columns: table({
    in_octets: counter(`${onuIf}.8`),
    in_errors: counter(`${onuIf}.13`),
    out_octets: counter(`${onuIf}.15`),
    out_errors: counter(`${onuIf}.20`),
  }),
  index: byOnuIf,
}
