import {
  defineDriver,
  defineFamily,
  defineModule,
  DeviceError,
  implement,
  integer,
  readScalars,
  readTable,
  SnmpType,
  table,
  text,
  type Varbind,
} from '@linecard/driver-kit'
import {
  interfaceDescriptions,
  interfacesList,
  refOf,
  system,
  type Interface,
} from '@linecard/driver-kit/modules'
import type { BoundKeep, DeviceAnswered, Logger, Target } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

export const ifName = '1.3.6.1.2.1.31.1.1.1.1'
export const ifAlias = '1.3.6.1.2.1.31.1.1.1.18'
const ifIndex = '1.3.6.1.2.1.2.2.1.1'
const sysName = '1.3.6.1.2.1.1.5.0'

const ports = table({ index: integer(ifIndex), name: text(ifName) })
const aliases = table({ description: text(ifAlias) })

const interfaceOf = ({ name }: { name: string | null }, index: string): Interface => ({
  id: Number(index),
  name: name ?? index,
  type: 'ETH',
  parent: null,
  if_index: Number(index),
})

const none = T.Object({}, { additionalProperties: false })
const defineOwn = <R extends ReturnType<typeof T.Unknown>>(
  name: string,
  result: R,
  kind: 'read' | 'change' = 'read',
) =>
  defineModule({
    name: `acme.${name}`,
    kind,
    permission: kind === 'read' ? 'device_show' : 'acme_change',
    summary: name,
    args: none,
    result: result as never,
    example: undefined as never,
  })

/** A module with a secret among its arguments. */
export const probe = defineModule({
  name: 'acme.probe',
  kind: 'read',
  permission: 'device_show',
  summary: 'Asks sysName',
  args: T.Object(
    {
      count: T.Optional(T.Integer({ minimum: 1, maximum: 9 })),
      deep: T.Optional(T.Boolean()),
      password: T.Optional(T.String()),
    },
    { additionalProperties: false },
  ),
  result: T.Object({ name: T.Union([T.String(), T.Null()]), args: T.Unknown() }),
  example: { name: 'sw', args: {} },
})
export const broken = defineOwn('broken', T.Object({ rx: T.Number() }) as never)
export const throwing = defineOwn('throwing', T.Unknown())
export const circular = defineOwn('circular', T.Unknown())
export const hanging = defineOwn('hanging', T.Unknown())
export const slowChange = defineOwn('slow_change', T.Object({ done: T.Boolean() }) as never, 'change')
/** Another module of the kit, which the model does not have. */
export const lacking = defineOwn('lacking', T.Unknown())

export const memoRuns = { count: 0 }

/** What slow changes wait for when the device has answered, and how many have come so far. */
export const slow = { opened: Promise.resolve(), reached: 0 }
/** Slow changes do not end before the function is called that it returns. */
export function holdChanges(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  slow.opened = promise
  return () => {
    slow.opened = Promise.resolve()
    resolve()
  }
}

const switches = defineFamily({
  id: 'switch',
  modules: [
    implement(interfacesList, async session =>
      [...(await readTable(session, ports))].map(([index, row]) => interfaceOf(row, index)),
    ),
    implement(interfaceDescriptions, async (session, args) => {
      const list = await session.call(interfacesList, {})
      const rows = await readTable(session, aliases)
      const wanted = list.filter(
        ({ id, name }) => args.interface === undefined || id === args.interface || name === args.interface,
      )
      return wanted.map(one => ({
        interface: refOf(one),
        description: rows.get(String(one.id))?.description ?? null,
      }))
    }),
    implement(probe, async (session, args) => {
      const { name } = await session.memo('name', async () => {
        memoRuns.count++
        return readScalars(session, table({ name: text(sysName) }))
      })
      return { name, args }
    }),
    implement(broken, async () => ({ rx: 'much' }) as never),
    implement(throwing, async () => {
      throw new TypeError('rows is not iterable')
    }),
    implement(circular, session => session.call(circular, {} as never)),
    implement(hanging, () => new Promise(() => {})),
    implement(slowChange, async session => {
      await session.snmp.set([{ oid: sysName, type: SnmpType.OctetString, value: Buffer.from('renamed') }])
      slow.reached++
      await slow.opened
      return { done: true } as never
    }),
  ],
})

/** A small driver of a switch that does not exist, with good and bad modules. */
export const acme = defineDriver({
  id: 'acme',
  vendor: 'Acme Networks',
  api: 1,
  models: [
    {
      key: 'acme_g8',
      name: 'Acme G8',
      type: 'SWITCH',
      family: switches,
      ports: 8,
      detect: { objectId: '1.3.6.1.4.1.99999.2.8' },
    },
    {
      key: 'acme_g8x',
      name: 'Acme G8X',
      type: 'SWITCH',
      family: switches,
      ports: 8,
      detect: { objectId: '1.3.6.1.4.1.99999.2.9', descr: /rev B/ },
    },
  ],
})

const octets = (oid: string, value: string | Buffer): Varbind => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.from(value as string),
})

/** The objects of a switch with `count` ports: system group, ifIndex, ifName, ifAlias. */
export const acmeMib = (
  count: number,
  alias: (port: number) => string | Buffer = port => `port ${port}`,
): Varbind[] => [
  octets('1.3.6.1.2.1.1.1.0', 'Acme G8 rev A'),
  { oid: '1.3.6.1.2.1.1.2.0', type: SnmpType.Oid, value: '1.3.6.1.4.1.99999.2.8' },
  octets(sysName, 'sw-1'),
  ...Array.from({ length: count }, (_, index) => index + 1).flatMap(port => [
    { oid: `${ifIndex}.${port}`, type: SnmpType.Integer, value: port },
    octets(`${ifName}.${port}`, `Gi0/${port}`),
    octets(`${ifAlias}.${port}`, alias(port)),
  ]),
]

export const targetOf = ({ ip, port }: { ip: string; port: number }, more: Partial<Target> = {}): Target => ({
  deviceId: 1,
  ip,
  modelKey: 'acme_g8',
  snmp: { version: '2c', port, timeoutMs: 150, retries: 0, community: 'public', writeCommunity: 'private' },
  ...more,
})

export const silentLog: Logger & { lines: { level: string; fields: unknown; message?: string }[] } = {
  lines: [],
  debug() {},
  info() {},
  warn(fields, message) {
    this.lines.push({ level: 'warn', fields, ...(message && { message }) })
  },
  error(fields, message) {
    this.lines.push({ level: 'error', fields, ...(message && { message }) })
  },
}

export { DeviceError, system }

/** What a plugin keeps: every answer of these modules, noted. */
export const noting = (told: DeviceAnswered[]): BoundKeep => ({
  key: 'acme.all',
  component: 'acme',
  modules: new Set(['interfaces_list', 'interface_descriptions']),
  whole: false,
  keep: async answers => void told.push(...answers),
})
