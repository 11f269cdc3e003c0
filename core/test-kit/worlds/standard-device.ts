import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { fixedMib, type Mib } from '@linecard/simulator'

const text = (oid: string, value: string): Varbind => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.from(value),
})
const octets = (oid: string, hex: string): Varbind => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.from(hex.replaceAll(':', ''), 'hex'),
})
const number = (oid: string, type: number, value: number | bigint): Varbind => ({ oid, type, value })
const dotted = (mac: string) =>
  mac
    .split(':')
    .map(octet => Number.parseInt(octet, 16))
    .join('.')

export interface Shape {
  ports?: readonly string[]
  /** VLAN, MAC address and number of the port. */
  fdb?: readonly (readonly [vlan: number, mac: string, port: number])[]
  /** Ports with an LLDP neighbour. */
  neighbours?: readonly number[]
  /** Its own LLDP chassis id (a MAC address) and sysName. */
  own?: { mac: string; name: string }
  /** LLDP neighbours: the own port, the MAC address and the name of the other device, and its port. */
  heard?: readonly (readonly [port: number, mac: string, name: string, farPort: string])[]
  arp?: readonly (readonly [ip: string, mac: string, port: number])[]
  /** sysObjectID. The default belongs to no vendor. */
  objectId?: string
}

/**
 * A device without a vendor: IF-MIB, Q-BRIDGE-MIB, LLDP-MIB, ipNetToMediaTable (RFC 2863, RFC 4363, IEEE
 * 802.1AB, RFC 1213).
 */
export const mibOf = ({
  ports = ['p1', 'p2', 'p3', 'up'],
  fdb = [],
  neighbours = [],
  own = { mac: '', name: 'nobody' },
  heard = [],
  arp = [],
  objectId = '1.3.6.1.4.1.99999.7',
}: Shape): Mib =>
  fixedMib([
    text('1.3.6.1.2.1.1.1.0', 'a switch of nobody'),
    { oid: '1.3.6.1.2.1.1.2.0', type: SnmpType.Oid, value: objectId },
    number('1.3.6.1.2.1.1.3.0', SnmpType.TimeTicks, 5_000_000),
    text('1.3.6.1.2.1.1.5.0', own.name),
    ...(own.mac
      ? [
          number('1.0.8802.1.1.2.1.3.1.0', SnmpType.Integer, 4),
          octets('1.0.8802.1.1.2.1.3.2.0', own.mac),
          text('1.0.8802.1.1.2.1.3.3.0', own.name),
        ]
      : []),
    ...ports.flatMap((name, n) => {
      const [ifEntry, ifXEntry, index] = ['1.3.6.1.2.1.2.2.1', '1.3.6.1.2.1.31.1.1.1', n + 1]
      return [
        number(`${ifEntry}.1.${index}`, SnmpType.Integer, index),
        text(`${ifEntry}.2.${index}`, name),
        number(`${ifEntry}.3.${index}`, SnmpType.Integer, 6),
        number(`${ifEntry}.7.${index}`, SnmpType.Integer, 1),
        number(`${ifEntry}.8.${index}`, SnmpType.Integer, 1),
        text(`${ifXEntry}.1.${index}`, name),
        number(`1.3.6.1.2.1.17.1.4.1.2.${index}`, SnmpType.Integer, index),
        number(`1.0.8802.1.1.2.1.3.7.1.2.${index}`, SnmpType.Integer, 5),
        text(`1.0.8802.1.1.2.1.3.7.1.3.${index}`, name),
        text(`1.0.8802.1.1.2.1.3.7.1.4.${index}`, name),
      ]
    }),
    ...fdb.flatMap(([vlan, mac, port]) => [
      number(`1.3.6.1.2.1.17.7.1.2.2.1.2.${vlan}.${dotted(mac)}`, SnmpType.Integer, port),
      number(`1.3.6.1.2.1.17.7.1.2.2.1.3.${vlan}.${dotted(mac)}`, SnmpType.Integer, 3),
    ]),
    ...neighbours.flatMap(port => {
      const [entry, index] = ['1.0.8802.1.1.2.1.4.1.1', `0.${port}.1`]
      return [
        number(`${entry}.4.${index}`, SnmpType.Integer, 4),
        octets(`${entry}.5.${index}`, '02:00:00:00:0F:01'),
        number(`${entry}.6.${index}`, SnmpType.Integer, 5),
        text(`${entry}.7.${index}`, 'far'),
        text(`${entry}.8.${index}`, 'far port'),
        text(`${entry}.9.${index}`, 'far switch'),
        text(`${entry}.10.${index}`, 'far'),
      ]
    }),
    ...heard.flatMap(([port, mac, name, farPort]) => {
      const [entry, index] = ['1.0.8802.1.1.2.1.4.1.1', `0.${port}.1`]
      return [
        number(`${entry}.4.${index}`, SnmpType.Integer, 4),
        octets(`${entry}.5.${index}`, mac),
        number(`${entry}.6.${index}`, SnmpType.Integer, 5),
        text(`${entry}.7.${index}`, farPort),
        text(`${entry}.8.${index}`, farPort),
        text(`${entry}.9.${index}`, name),
        text(`${entry}.10.${index}`, 'a switch'),
      ]
    }),
    ...arp.flatMap(([ip, mac, port]) => {
      const [entry, index] = ['1.3.6.1.2.1.4.22.1', `${port}.${ip}`]
      return [
        number(`${entry}.1.${index}`, SnmpType.Integer, port),
        octets(`${entry}.2.${index}`, mac),
        { oid: `${entry}.3.${index}`, type: SnmpType.IpAddress, value: ip } as Varbind,
        number(`${entry}.4.${index}`, SnmpType.Integer, 3),
      ]
    }),
  ])
