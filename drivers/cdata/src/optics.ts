import {
  decimalText,
  implement,
  readTable,
  scaled,
  table,
  text,
  type Columns,
  type Implementation,
  type RowOf,
  type Session,
} from '@linecard/driver-kit'
import {
  interfacesList,
  listOf,
  ponPortsOptical,
  refOf,
  sfpDiag,
  sfpMedia,
  sfpOptical,
  type Interface,
} from '@linecard/driver-kit/modules'
import { cdata, nscrtv } from './nodes.ts'

/** gponPortDdm of C-Data: decimal texts in final units, `-` for a port without a transceiver. */
const ddm = `${cdata}.1.5.1.1.2.17.2.1`
const texts = table({
  temp: decimalText(`${ddm}.1`, { min: -60, max: 150 }),
  voltage: decimalText(`${ddm}.2`, { min: 0.001, max: 20 }),
  bias: decimalText(`${ddm}.3`, { min: 0, max: 1000 }),
  tx: decimalText(`${ddm}.4`, { none: [-40], min: -49.99, max: 29.99 }),
  rx: decimalText(`${ddm}.5`, { none: [-40], min: -49.99, max: 29.99 }),
})
const hundredths = (oid: string, max: number) => scaled(oid, { by: 0.01, none: [0, -1, -4000], max })
/** PON transceivers of FD12xx. */
const epon = `${cdata}.1.3.100.2.2.1`
const eponTable = table({
  temp: hundredths(`${epon}.4`, 150),
  voltage: hundredths(`${epon}.5`, 20),
  bias: hundredths(`${epon}.6`, 1000),
  tx: hundredths(`${epon}.7`, 29.99),
})
const fd11 = `${cdata}.1.3.3.4.5.1`
const fd11Table = table({
  temp: hundredths(`${fd11}.1`, 150),
  voltage: hundredths(`${fd11}.2`, 20),
  bias: hundredths(`${fd11}.3`, 1000),
  tx: hundredths(`${fd11}.4`, 29.99),
  vendor: text(`${fd11}.6`),
  product_name: text(`${fd11}.7`),
})

/** The row of each port: the last number of its index is the ifIndex, or the number of the PON port. */
async function rowsByPort<C extends Columns>(
  session: Session,
  columns: C,
  wanted: string | number | undefined,
  type?: string,
): Promise<[Interface, RowOf<C>][]> {
  const rows = new Map(
    [...(await readTable(session, columns))].map(([index, row]) => [Number(index.split('.').at(-1)), row]),
  )
  const ports = await session.call(interfacesList, {
    ...(wanted === undefined ? { root: true } : { interface: wanted }),
    ...(type !== undefined && { type }),
  })
  return ports.flatMap(port => {
    const row = rows.get(port.if_index ?? -1) ?? rows.get(port._port ?? -1)
    return row ? [[port, row] as [Interface, RowOf<C>]] : []
  })
}

const ponOptics = (columns: typeof texts | typeof eponTable | typeof fd11Table): Implementation =>
  implement(ponPortsOptical, async (session, args) => {
    const chosen = listOf(args.load_only)
    const rows = await rowsByPort(session, columns as typeof fd11Table, args.interface, 'PON')
    const may = <T>(field: string, value: T | undefined): T | null =>
      !chosen || chosen.includes(field) ? (value ?? null) : null
    return rows.map(([port, row]) => ({
      interface: refOf(port),
      temp: may('temp', row.temp),
      voltage: may('voltage', row.voltage),
      bias: may('bias', row.bias),
      tx: may('tx', row.tx),
      ...(row.vendor !== undefined && { vendor: row.vendor, product_name: row.product_name }),
    }))
  })

export const eponOptics = () => ponOptics(eponTable)
export const fd11Optics = () => ponOptics(fd11Table)

/** Serial and part numbers of transceivers of firmware 3. */
const labels = table({ serial: text(`${nscrtv}.2.3.3.5.1.101`), part: text(`${nscrtv}.2.3.3.5.1.102`) })

/** sfp_diag: both answers of a port in one. */
const diagnostics = (): Implementation =>
  implement(
    sfpDiag,
    async (session, args) => {
      const media = new Map(
        (await session.call(sfpMedia, args)).map(({ interface: one, ...rest }) => [one.id, { one, rest }]),
      )
      const optical = new Map(
        (await session.call(sfpOptical, args)).map(({ interface: one, ...rest }) => [one.id, { one, rest }]),
      )
      return [...new Set([...media.keys(), ...optical.keys()])].map(id => ({
        interface: (media.get(id) ?? optical.get(id))!.one,
        media: media.get(id)?.rest ?? null,
        optical: optical.get(id)?.rest ?? null,
      }))
    },
    { from: [sfpMedia, sfpOptical] },
  )

/** pon_ports_optical, sfp_optical and, from firmware 3, sfp_media and sfp_diag. */
export const gponOptics = ({ inventory }: { inventory: boolean }): Implementation[] => [
  ponOptics(texts),
  implement(sfpOptical, async (session, args) =>
    (await rowsByPort(session, texts, args.interface))
      .filter(([, row]) => Object.values(row).some(value => value !== null))
      .map(([port, { temp, voltage, bias, tx, rx }]) => ({
        interface: refOf(port),
        temp,
        vcc: voltage,
        tx_bias: bias,
        tx_power: tx,
        rx_power: rx,
      })),
  ),
  ...(inventory
    ? [
        diagnostics(),
        implement(sfpMedia, async (session, args) =>
          (await rowsByPort(session, labels, args.interface)).map(([port, { serial, part }]) => ({
            interface: refOf(port),
            serial_num: serial,
            vendor_name: null,
            part_number: part,
            connector_type: null,
          })),
        ),
      ]
    : []),
]
