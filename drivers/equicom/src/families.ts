import { defineFamily, implement, mac, readScalars, readTable, text } from '@linecard/driver-kit'
import { systemInfo } from '@linecard/driver-kit/builders'
import {
  analogLinesList,
  digitalLinesList,
  knockSensorState,
  powerControlOutputList,
  powerSensorState,
} from '@linecard/driver-kit/modules'
import { changes } from './changes.ts'
import { analog, digital, node, outputs, states } from './tables.ts'

/** Rows with their number: all rows, or the row with the given id. */
const numbered = <R>(rows: ReadonlyMap<string, R>, id?: number | string): (R & { id: number })[] =>
  [...rows]
    .map(([index, row]) => ({ id: Number(index), ...row }))
    .filter(row => id === undefined || row.id === Number(id))

export const ping3 = defineFamily({
  id: 'ping3',
  modules: [
    systemInfo({
      vendor: 'Equicom',
      noEntity: true,
      facts: { mac_addr: mac(`${node}.6.0`), board_software_ver: text(`${node}.1.0`) },
    }),
    implement(powerControlOutputList, async (session, { id }) =>
      numbered(await readTable(session, outputs), id),
    ),
    implement(digitalLinesList, async (session, { id }) => numbered(await readTable(session, digital), id)),
    implement(analogLinesList, async (session, { id }) => numbered(await readTable(session, analog), id)),
    implement(powerSensorState, async session => ({
      state: (await readScalars(session, { mains: states.mains })).mains ?? ('Unknown' as const),
    })),
    implement(knockSensorState, async session => ({
      state: (await readScalars(session, { shock: states.shock })).shock ?? ('Unknown' as const),
    })),
    ...changes(),
  ],
})
