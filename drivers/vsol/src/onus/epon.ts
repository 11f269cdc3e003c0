import {
  enumeration,
  implement,
  integer,
  mac,
  readTable,
  scaled,
  table,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import { ponOntsReasons } from '@linecard/driver-kit/modules'
import {
  reasonsModule,
  type Olt,
  type OnuTable,
  type OnuTree,
  type Place,
  type PlaceIndex,
  type StateWords,
} from '@linecard/driver-kit/onus'
import { dbm, duration, epon, label, localTime, measured, onuDescription } from '../columns.ts'
import { mappedIndex, ponOnu } from '../place.ts'
import { bareTree, ifIndexOf, places } from '../ports.ts'

const index = [ponOnu]
const phases = { 0: 'offline', 1: 'online' } as const
const words: StateWords = {
  phases: { online: 'Online', offline: 'Offline' },
  lost: 'offline',
  reasons: { LOS: 'LOS', PowerOff: 'PowerOff' },
}

/** onuOpmDiagTable: what the OLT asks the ONU over the fibre. Texts with their units. */
const optics = `${epon}.2.1.8.1`
const atOnu = {
  columns: table({
    temp: measured(`${optics}.3`, 150),
    voltage: measured(`${optics}.4`, 20),
    bias: measured(`${optics}.5`, 1000),
    tx: dbm(`${optics}.6`),
    rx: dbm(`${optics}.7`),
  }),
  index,
}

/** What the ONU reports of itself (OAM). */
const reported = `${epon}.2.1.2.1`
const vendors: OnuTree['vendors'] = [
  {
    columns: table({
      vendor: label(`${reported}.3`),
      model: label(`${reported}.4`),
      hardware: label(`${reported}.6`),
      software: label(`${reported}.7`),
    }),
    index,
  },
]

/** onuAuthInfo2Table (`.25`) and its successor (`.29`) have the same columns. */
const authInfo = (entry: string): OnuTree => {
  const reason = enumeration(`${entry}.15`, { 0: 'LOS', 1: 'PowerOff' })
  return {
    technology: 'epon',
    list: { columns: table({ description: onuDescription(`${entry}.9`) }), index },
    state: { columns: table({ phase: enumeration(`${entry}.4`, phases), reason }), index, words },
    times: {
      columns: table({
        online: localTime(`${entry}.18`),
        offline: localTime(`${entry}.19`),
        reason,
        alive: duration(`${entry}.20`),
      }),
      index,
    },
    names: { columns: table({ description: onuDescription(`${entry}.9`) }), index },
    macs: { columns: table({ mac: mac(`${entry}.5`) }), index },
    atOlt: [
      {
        columns: table({ distance: scaled(`${entry}.17`, { by: 1, none: [0], min: 1, max: 200_000 }) }),
        index,
      },
    ],
    atOnu,
    vendors: [...vendors!, { columns: table({ model: label(`${entry}.6`) }), index }],
  }
}

const running = `${epon}.1.12.1`
const numbers = table({ pon: integer(`${running}.2`), onu: integer(`${running}.3`) })

/** onuAuthInfoTable: its index is a running number, and two columns tell the place. */
const runningIndex = (session: Session): Promise<readonly PlaceIndex[]> =>
  session.memo(
    'onu_running_index',
    async () => {
      const found = new Map<string, Place>()
      const rows = await readTable(session, numbers)
      for (const [row, { pon, onu }] of rows)
        if (pon !== null && onu !== null && onu > 0) found.set(row, { shelf: 0, slot: 0, port: pon, onu })
      const placeless = [...rows.values()].filter(row => row.pon === null || row.onu === null).length
      if (placeless > 0) session.report({ what: running, reason: 'unknown_value', cells: placeless })
      return [mappedIndex(found)]
    },
    60_000,
  )
const byNumber = <C>(columns: C): OnuTable<C> => ({ columns, index: runningIndex })

/** The oldest table: no times, no reason of the last loss. */
const authInfoOld: OnuTree = {
  technology: 'epon',
  // Without its PON port and number an ONU of this table has no place.
  list: byNumber(numbers),
  state: { ...byNumber(table({ phase: enumeration(`${running}.5`, phases) })), words },
  names: byNumber(table({ description: label(`${running}.10`) })),
  macs: byNumber(table({ mac: mac(`${running}.6`) })),
  atOnu,
  vendors: [...vendors!, byNumber(table({ model: label(`${running}.7`) }))],
}

/** V1600D: the generations of the table of ONUs, the newest first. */
export const eponOlt: Olt = {
  places,
  ifIndexOf,
  trees: [[authInfo(`${epon}.1.29.1`), authInfo(`${epon}.1.25.1`), authInfoOld, bareTree('epon', atOnu)]],
}
const reasons = reasonsModule(eponOlt)

/** pon_onts_reasons. The reason of an ONU that was never offline is the first code, LOS: it has none. */
export const eponReasons: Implementation = {
  ...implement(ponOntsReasons, async (session, args) =>
    ((await reasons.run(session, args)) as ResultOf<typeof ponOntsReasons>).map(row =>
      row.last_dereg === null ? { ...row, last_down_reason: null } : row,
    ),
  ),
  override: true,
}
