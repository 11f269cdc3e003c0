import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { constant, createView, startDevice, type Device as Simulated } from '@linecard/simulator'
import { base } from './acme-table.ts'

export interface Row {
  index: number
  key: number
  name: string
  parent?: number
  state?: number
  alias?: string | Buffer
  serial?: string
}

const octets = (oid: string, value: string | Buffer): Varbind => ({
  oid,
  type: SnmpType.OctetString,
  value: typeof value === 'string' ? Buffer.from(value) : value,
})
const number = (oid: string, value: number): Varbind => ({ oid, type: SnmpType.Integer, value })

function varbinds(rows: readonly Row[]): Varbind[] {
  return [
    octets('1.3.6.1.2.1.1.1.0', 'Acme OLT2'),
    { oid: '1.3.6.1.2.1.1.2.0', type: SnmpType.Oid, value: '1.3.6.1.4.1.99999.7.2' },
    octets('1.3.6.1.2.1.1.5.0', 'olt-1'),
    octets('1.3.6.1.2.1.1.6.0', 'Shelf 3'),
    ...rows.flatMap(({ index, key, name, parent = 0, state = 1, alias = '', serial = '' }) => [
      number(`${base}.2.${index}`, key),
      octets(`${base}.3.${index}`, name),
      number(`${base}.4.${index}`, parent),
      number(`${base}.5.${index}`, state),
      octets(`${base}.6.${index}`, alias),
      octets(`${base}.7.${index}`, serial),
    ]),
  ]
}

/** A simulated OLT whose table can be changed while it runs. */
export async function startOlt(
  ip: string,
  rows: readonly Row[],
  community = 'public',
): Promise<Simulated & { show(rows: readonly Row[]): void }> {
  let view = createView(varbinds(rows).map(constant))
  const device = await startDevice({
    ip,
    port: 0,
    mib: { view: () => view },
    communities: { read: community, write: 'private' },
  })
  return Object.assign(device, {
    show: (next: readonly Row[]) => {
      view = createView(varbinds(next).map(constant))
    },
  })
}
