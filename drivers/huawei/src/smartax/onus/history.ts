import { enumeration, implement, readTable, table, type Implementation } from '@linecard/driver-kit'
import { ponOntsDownHistory, refOf } from '@linecard/driver-kit/modules'
import {
  indexOf,
  isOnu,
  onusFor,
  placeAt,
  usedTrees,
  type Olt,
  type PlaceIndex,
} from '@linecard/driver-kit/onus'
import { localTime } from '../columns.ts'
import { eponOnu, gponOnu } from '../indexes.ts'
import { devices } from '../nodes.ts'
import { logCauses } from './words.ts'

const log = (number: number, index: PlaceIndex) => ({
  index,
  columns: table({
    up: localTime(`${devices}.${number}.1.6`),
    down: localTime(`${devices}.${number}.1.7`),
    cause: enumeration(`${devices}.${number}.1.8`, logCauses),
  }),
})
/** hwGponOntRegisterInfo and its twin. Index: ONU, number of the row from 0 to 9. */
const logs = { gpon: log(101, gponOnu), epon: log(103, eponOnu) }

/** Causes that say nothing: an unused row, and an ONU that is still registered. */
const silent: ReadonlySet<string | null> = new Set(['Invalid', 'NoError', 'unknown'])

type Log = (typeof ponOntsDownHistory.example)[number]['logs'][number]

/** pon_onts_down_history. Rows without a time are unused. */
export const history = (olt: Olt): Implementation =>
  implement(ponOntsDownHistory, async (session, args) => {
    const { onus, read } = await onusFor(session, olt, args.interface)
    const found = new Map<number, Log[]>()
    for (const { technology } of await usedTrees(session, olt)) {
      const { columns, index } = logs[technology === 'epon' ? 'epon' : 'gpon']
      const under =
        read === 'all' || onus.length > 8
          ? [undefined]
          : onus.flatMap(({ id }) => {
              const place = olt.places.placeOf(id)
              return (place && isOnu(place) ? indexOf(index, place) : null) ?? []
            })
      for (const one of under)
        for (const [at, row] of await readTable(session, columns, one === undefined ? {} : { under: one })) {
          const place = placeAt([index], at.slice(0, at.lastIndexOf('.')))
          const id = place && olt.places.keyOf(place)
          if (id === null || (row.up === null && row.down === null)) continue
          const entry = {
            reg_time: row.up,
            dereg_time: row.down,
            down_reason: row.down === null || silent.has(row.cause) ? null : row.cause,
            reg_since: null,
            dereg_since: null,
          }
          found.set(id, [...(found.get(id) ?? []), entry])
        }
    }
    const moment = ({ reg_time, dereg_time }: Log) => reg_time ?? dereg_time ?? ''
    return onus.map(one => ({
      interface: refOf(one),
      logs: (found.get(one.id) ?? []).toSorted((a, b) => (moment(a) < moment(b) ? 1 : -1)),
    }))
  })
