import { implement, readTable, table, type Implementation } from '@linecard/driver-kit'
import { interfacesList, ponPortsOptical, refOf, wanted } from '@linecard/driver-kit/modules'
import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import { dbm, measured, switching } from './columns.ts'

const entry = `${switching}.13.1.1`
/** ponTransceiverTable: texts with units (`27.84 .C`, `6.56 dbm`), by the number of the PON port. */
const transceivers = table({
  temp: measured(`${entry}.2`, 150),
  voltage: measured(`${entry}.3`, 20),
  bias: measured(`${entry}.4`, 1000),
  tx: dbm(`${entry}.5`),
})

/** pon_ports_optical. An empty cage has no row. */
export const ponOptical = (olt: Olt): Implementation =>
  implement(ponPortsOptical, async (session, args) => {
    const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
    const ports = one ? [one] : await session.call(interfacesList, { type: 'PON', root: true })
    const rows = await readTable(session, transceivers)
    const value = (field: string, number: number | null) => (wanted(args.load_only, field) ? number : null)
    return ports.flatMap(port => {
      const row = port.type === 'PON' ? rows.get(String(port._port)) : undefined
      return row && Object.values(row).some(cell => cell !== null)
        ? [
            {
              interface: refOf(port),
              temp: value('temp', row.temp),
              voltage: value('voltage', row.voltage),
              bias: value('bias', row.bias),
              tx: value('tx', row.tx),
            },
          ]
        : []
    })
  })
