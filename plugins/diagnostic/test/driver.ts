import { defineDriver, defineFamily, DeviceError, implement } from '@linecard/driver-kit'
import { fdbTable, ifTable, interfacesFor, ipMib, systemInfo } from '@linecard/driver-kit/builders'
import { arpPing, cableDiag, refOf, rmon } from '@linecard/driver-kit/modules'
import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { fixedMib, type Mib } from '@linecard/simulator'

export const objectId = '1.3.6.1.4.1.99999.7.5'

/** What the driver below was asked; `stuck`: its `rmon` never ends. */
export const state = { cableTests: 0, stuck: false, noLogin: false }

const switches = defineFamily({
  id: 'switch',
  modules: [
    systemInfo({ vendor: 'Acme', noEntity: true }),
    ...ifTable(),
    fdbTable(),
    implement(cableDiag, async (session, { interface: wanted }) => {
      state.cableTests++
      return (await interfacesFor(session, wanted)).map(one => ({
        interface: refOf(one),
        pairs: [{ number: 1, status: 'Open', length: 17 }],
        result_time: null,
      }))
    }),
    implement(rmon, async () => (state.stuck ? new Promise<never>(() => {}) : [])),
  ],
})

const router = defineFamily({
  id: 'router',
  modules: [
    systemInfo({ vendor: 'Acme', noEntity: true }),
    ...ifTable(),
    ...ipMib(),
    implement(arpPing, async (_, { ip }) => {
      if (state.noLogin) throw new DeviceError('AuthFailed', 'no login')
      const row = { host: ip, sent: 1, 'packet-loss': 0, 'min-rtt': 0.4, 'avg-rtt': 0.4, 'max-rtt': 0.4 }
      return [
        { ...row, seq: 0, status: null, time: 0.4, received: 1 },
        { ...row, seq: 1, status: 'timeout', time: null, sent: 2, received: 1, 'packet-loss': 50 },
      ]
    }),
  ],
})

/** A plain switch with a cable test, and a module that can be made to hang. */
export const acme = defineDriver({
  id: 'acme',
  vendor: 'Acme',
  api: 1,
  models: [
    { key: 'acme_plain', name: 'Acme Plain', type: 'SWITCH', family: switches, detect: { objectId } },
    {
      key: 'acme_router',
      name: 'Acme Router',
      type: 'ROUTER',
      family: router,
      detect: { objectId: `${objectId}.1` },
    },
  ],
})

const text = (oid: string, value: string | Buffer): Varbind => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.from(value as string),
})
const number = (oid: string, type: number, value: number | bigint): Varbind => ({ oid, type, value })

/**
 * Ports with what people or attackers wrote on them: system group, ifTable, ifXTable (RFC 3418, RFC 2863).
 */
export const plainMib = (
  ports: readonly { name: string; alias: string | Buffer }[],
  sysName = 'plain',
  id = objectId,
): Mib =>
  fixedMib([
    text('1.3.6.1.2.1.1.1.0', 'Acme Plain'),
    { oid: '1.3.6.1.2.1.1.2.0', type: SnmpType.Oid, value: id },
    number('1.3.6.1.2.1.1.3.0', SnmpType.TimeTicks, 5_000_000),
    text('1.3.6.1.2.1.1.5.0', sysName),
    ...ports.flatMap(({ name, alias }, n) => {
      const [ifEntry, ifXEntry, index] = ['1.3.6.1.2.1.2.2.1', '1.3.6.1.2.1.31.1.1.1', n + 1]
      return [
        number(`${ifEntry}.1.${index}`, SnmpType.Integer, index),
        text(`${ifEntry}.2.${index}`, name),
        number(`${ifEntry}.3.${index}`, SnmpType.Integer, 6),
        number(`${ifEntry}.7.${index}`, SnmpType.Integer, 1),
        number(`${ifEntry}.8.${index}`, SnmpType.Integer, 1),
        number(`${ifEntry}.14.${index}`, SnmpType.Counter32, 3),
        text(`${ifXEntry}.1.${index}`, name),
        number(`${ifXEntry}.6.${index}`, SnmpType.Counter64, 2n ** 63n),
        text(`${ifXEntry}.18.${index}`, alias),
      ]
    }),
  ])
