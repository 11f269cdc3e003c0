import {
  implement,
  mac,
  onuSerial,
  readTable,
  table,
  text,
  type Columns,
  type Implementation,
  type RowOf,
  type Session,
} from '@linecard/driver-kit'
import { interfacesList, unregisteredOnts } from '@linecard/driver-kit/modules'
import { label, localTime, zte } from '../columns.ts'
import { gponPort, largeBoard, physicalPort, smallBoard } from '../indexes.ts'
import { keyOf, type Place } from '../place.ts'
import { serialFields } from './identity.ts'

interface Facts {
  ident: string | null
  password?: string | null
  model: string | null
  firmware?: string | null
  since?: string | null
}
type Port = Omit<Place, 'onu'>
interface Waiting {
  type: 'gpon' | 'epon'
  read(session: Session): Promise<{ facts: Facts; port: Port | null }[]>
}

/** ONUs that wait on a port. The index of a row is the port, in the layout of `portOf`, and a row number. */
const waiting = <const C extends Columns>(
  type: Waiting['type'],
  columns: C,
  portOf: (packed: number) => Port | null,
  factsOf: (row: RowOf<C>) => Facts,
): Waiting => ({
  type,
  read: async session =>
    [...(await readTable(session, columns))].map(([index, row]) => ({
      facts: factsOf(row),
      port: portOf(Number(index.split('.')[0])),
    })),
})

const old = `${zte}.1012.3.13.3.1`
const now = `${zte}.1082.500.2.2.11.2.1`
const epon = `${zte}.1015.1010.1.7.14.1`

export const waitingGpon1012 = waiting(
  'gpon',
  table({
    ident: onuSerial(`${old}.2`),
    password: text(`${old}.5`),
    model: label(`${old}.10`),
    firmware: text(`${old}.11`),
  }),
  gponPort.decode,
  row => row,
)
export const waitingGpon1082 = waiting(
  'gpon',
  table({ ident: onuSerial(`${now}.2`), model: label(`${now}.8`), firmware: text(`${now}.10`) }),
  physicalPort.decode,
  row => row,
)
export const waitingEpon = waiting(
  'epon',
  table({ ident: mac(`${epon}.2`), model: label(`${epon}.9`), since: localTime(`${epon}.6`) }),
  packed => smallBoard.decode(packed) ?? largeBoard.decode(packed),
  row => row,
)

/** unregistered_onts. */
export const unregisteredModule = (sources: readonly Waiting[]): Implementation =>
  implement(unregisteredOnts, async (session, args) => {
    const ports = new Map((await session.call(interfacesList, { root: true })).map(one => [one.id, one]))
    const rows = []
    for (const { type, read } of sources) {
      if (args.type && args.type !== 'all' && args.type !== type) continue
      for (const {
        facts: { ident, password = null, model, firmware = null, since = null },
        port,
      } of await read(session)) {
        if (ident === null) continue
        rows.push({
          interface: port ? (ports.get(keyOf({ ...port, onu: 0 }) ?? -1) ?? null) : null,
          _ident: ident,
          serial: type === 'gpon' ? ident : null,
          mac_address: type === 'epon' ? ident : null,
          ...(type === 'gpon' && serialFields(ident)),
          password,
          model,
          version: null,
          fw_version: firmware,
          equipment_id: null,
          loid: null,
          reg_time: since,
          type,
        })
      }
    }
    return rows
  })
