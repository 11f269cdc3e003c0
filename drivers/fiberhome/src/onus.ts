import {
  enumeration,
  integer,
  map,
  onuSerial,
  readTable,
  scaled,
  table,
  text,
  type Session,
} from '@linecard/driver-kit'
import { unregisteredModule, type Olt, type OnuTree } from '@linecard/driver-kit/onus'
import { onu, onuPon, received, waiting } from './nodes.ts'
import { byOnuIndex, byPonAndOnu, isProven, places } from './places.ts'

/** onuType. Other numbers are shown as they are. */
const onuTypes: Readonly<Record<number, string>> = { 785: 'AN5506-01-A1' }

/** Both indexes: a row has one number, or the index of its PON port and the number of the ONU. */
const either = [byOnuIndex, byPonAndOnu]
/** The firmware has one of the two, so the first rows tell which. */
const layout = (session: Session) =>
  session.memo(
    'onu_index',
    async () => {
      if (!(await isProven(session))) return []
      const { columns } = await session.snmp.columns([`${onu}.4`], { maxRows: 2 })
      const first = [...(columns[0]?.keys() ?? [])][0]
      const fits = either.filter(one => first === undefined || one.decode(first) !== null)
      return fits.length > 0 ? fits.slice(0, 1) : either.slice(0, 1)
    },
    60_000,
  )

/** Hundredths of a dBm. 0: no value. */
const power = (oid: string) => scaled(oid, { by: 0.01, none: [0], min: -60, max: 20 })
const hundredths = (oid: string, max: number) => scaled(oid, { by: 0.01, none: [0], min: -max, max })

/** onuStatus. The MIB knows 0 and 1; 2 and 3 are seen in the field. */
const phases = { 0: 'los', 1: 'online', 2: 'dyingGasp', 3: 'offline' } as const
const words: NonNullable<OnuTree['state']>['words'] = {
  phases: { los: 'LOS', online: 'Online', dyingGasp: 'PowerOff', offline: 'Offline' },
  lost: [],
  reasons: {},
}

const tree: OnuTree = {
  technology: 'gpon',
  mixed: true,
  list: { columns: table({ id: integer(`${onu}.4`) }), index: layout },
  state: { columns: table({ phase: enumeration(`${onu}.11`, phases) }), index: layout, words },
  // A description of one ONU is its name.
  names: { columns: table({ description: text(`${onu}.7`) }), index: layout },
  serials: { columns: table({ serial: onuSerial(`${onu}.10`) }), index: layout },
  atOlt: [
    { columns: table({ olt_rx: power(received) }), index: [byPonAndOnu] },
    {
      columns: table({
        rx: power(`${onuPon}.6`),
        tx: power(`${onuPon}.7`),
        voltage: hundredths(`${onuPon}.8`, 20),
        bias: hundredths(`${onuPon}.9`, 1000),
        temp: hundredths(`${onuPon}.10`, 150),
      }),
      index: layout,
    },
  ],
  vendors: [
    {
      columns: table({
        model: map(integer(`${onu}.5`), type => onuTypes[type] ?? `type ${type}`),
        software: text(`${onu}.12`),
        hardware: text(`${onu}.13`),
      }),
      index: layout,
    },
  ],
}
export const olt: Olt = { places, trees: [[tree]] }

const waits = table({
  slot: integer(`${waiting}.2`),
  port: integer(`${waiting}.3`),
  ident: onuSerial(`${waiting}.7`),
})
/** unregistered_onts: ONUs that no list knows. The columns tell the place. */
export const unregistered = unregisteredModule(olt, [
  {
    type: 'gpon',
    read: async session =>
      [...(await readTable(session, waits)).values()].map(({ slot, port, ident }) => ({
        facts: { ident },
        port: slot === null || port === null ? null : { shelf: 0, slot, port },
      })),
  },
])
