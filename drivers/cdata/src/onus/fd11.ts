import { mac, map, table } from '@linecard/driver-kit'
import type { OnuTree } from '@linecard/driver-kit/onus'
import { described, downReason, label, metres, microwatts, voltage } from '../columns.ts'
import { pairOnu } from '../indexes.ts'
import { cdata } from '../nodes.ts'
import { stateWords } from './gpon.ts'

/** ONU table of FD-ONU-MIB. The last number of each column is the number of the device, always 1. */
const onu = `${cdata}.1.3.4.1.1`
export const onuColumn = (column: number): string => `${onu}.${column}.1`

const index = [pairOnu]
const reason = map(downReason(onuColumn(45)), word => (word === 'LOSi' ? 'LOS' : word))

/** ONUs of FD1104 and FD1108. Their state is in the map of states alone (`states.ts`). */
export const fd11Tree: OnuTree = {
  technology: 'epon',
  list: { columns: table({ mac: mac(onuColumn(7)) }), index },
  state: { columns: table({ reason }), index, words: stateWords },
  times: { columns: table({ reason }), index },
  names: { columns: table({ description: described(onuColumn(4)) }), index },
  macs: { columns: table({ mac: mac(onuColumn(7)) }), index },
  atOlt: [{ columns: table({ distance: metres(onuColumn(13)) }), index }],
  atOnu: {
    columns: table({
      rx: microwatts(onuColumn(36)),
      tx: microwatts(onuColumn(37)),
      voltage: voltage(onuColumn(38)),
    }),
    index,
  },
  vendors: [
    {
      columns: table({
        vendor: label(onuColumn(41)),
        software: label(onuColumn(6)),
        hardware: label(onuColumn(5)),
      }),
      index,
    },
  ],
}
