import {
  decimalText,
  defineDriver,
  enumeration,
  map,
  onuSerial,
  scaled,
  table,
  text,
  truth,
  type Implementation,
  type Module,
  type Verification,
} from '../../src/index.ts'
import { readIfTable, written } from '../../src/builders/index.ts'
import { octetsTo, integerTo } from '../../src/builders/control/act.ts'
import { buildIndex } from '../../src/detection/index.ts'
import {
  onuControl,
  onuModules,
  uniModule,
  type Olt,
  type OnuTarget,
  type PlaceIndex,
  type Places,
} from '../../src/onus/index.ts'
import { parseSnmprec } from '../../src/recording/index.ts'
import { replaySession, type Replay, type ReplayOptions } from '../../src/testing/index.ts'

/** Node of the invented agent. */
export const node = '1.3.6.1.4.1.99999.12'
export const column = { phase: 1, reason: 2, admin: 3, serial: 4, descr: 5, rx: 6, oltRx: 7, uni: 8 } as const
export const cell = (name: keyof typeof column, index: string) => `${node}.${column[name]}.${index}`

/** Two PON ports, `pon1` and `pon2`, with ONUs `pon1:1`. A bind key is port × 1000 + ONU. */
const places: Places = {
  keyOf: place => place.port * 1000 + (place.onu ?? 0),
  placeOf: key => ({ shelf: 0, slot: 0, port: Math.floor(key / 1000), onu: key % 1000 || null }),
  parse: name => {
    const [, port, onu] = /^pon(\d+)(?::(\d+))?$/.exec(name) ?? []
    return port === undefined
      ? null
      : { shelf: 0, slot: 0, port: Number(port), onu: onu ? Number(onu) : null, technology: 'gpon' }
  },
  onuName: ({ port, onu }) => `pon${port}:${onu}`,
  readPorts: deviceSession =>
    readIfTable(deviceSession, {
      shape: (_, { name }) => {
        const port = places.parse(name)
        return port && { id: port.port * 1000, type: 'PON', pontype: 'gpon', _port: port.port }
      },
    }),
}
const byPort: PlaceIndex = {
  encode: ({ port, onu }) => `${port}.${onu}`,
  decode: index => {
    const [port, onu, ...rest] = index.split('.').map(Number)
    return port === undefined || onu === undefined || rest.length > 0
      ? null
      : { shelf: 0, slot: 0, port, onu }
  },
  under: ({ port }) => String(port),
}
const index = [byPort]
const onOff = (oid: string) => map(truth(oid), on => (on ? ('Enabled' as const) : ('Disabled' as const)))

export const olt: Olt = {
  places,
  trees: [
    [
      {
        technology: 'gpon',
        list: { columns: table({ serial: onuSerial(`${node}.${column.serial}`) }), index },
        state: {
          columns: table({ phase: enumeration(`${node}.${column.phase}`, { 1: 'working', 2: 'off' }) }),
          index,
          // The reason and the admin state stand in another table, whose rows have the same index.
          also: [
            {
              columns: table({
                reason: enumeration(`${node}.${column.reason}`, { 1: 'unknown', 2: 'LOS', 3: 'gasp' }),
                admin: onOff(`${node}.${column.admin}`),
              }),
              index,
            },
          ],
          words: {
            phases: { working: 'Online', off: 'Offline' },
            lost: ['off'],
            reasons: { LOS: 'LOS', gasp: 'PowerOff' },
          },
        },
        names: { columns: table({ description: text(`${node}.${column.descr}`) }), index },
        serials: { columns: table({ serial: onuSerial(`${node}.${column.serial}`) }), index },
        atOlt: [
          {
            columns: table({ olt_rx: scaled(`${node}.${column.oltRx}`, { by: 0.01, none: [-8000] }) }),
            index: async deviceSession => deviceSession.memo('olt rx', async () => index),
          },
        ],
        atOnu: { columns: table({ rx: decimalText(`${node}.${column.rx}`, { min: -60, max: 20 }) }), index },
      },
    ],
  ],
}

const at = (name: keyof typeof column, { place }: OnuTarget, more = '') =>
  cell(name, `${place.port}.${place.onu}${more}`)

/** The OLT takes every change, except the names in `deaf`: it answers and does nothing. */
export const modulesOf = (deaf: readonly string[] = []): Implementation[] => {
  const state = written((target: OnuTarget, to: 'enable' | 'disable') =>
    deaf.includes('state') ? [] : [integerTo(at('admin', target), to === 'enable' ? 1 : 2)],
  )
  return [
    ...onuModules(olt, { capacity: () => 64 }),
    uniModule(olt, {
      columns: table({ admin: onOff(`${node}.${column.uni}`) }),
      index,
      shape: (num, { admin }) => ({ num, status: null, admin_state: admin, speed: null, duplex: null }),
    }),
    ...onuControl(olt, {
      reboot: written(target => [
        integerTo(at('phase', target), deaf.includes('reboot') ? 1 : 2),
        integerTo(at('reason', target), 3),
      ]),
      delete: written(target => [
        octetsTo(at('serial', target), Buffer.from(deaf.includes('delete') ? 'ZTEG0001' : '')),
      ]),
      state,
      descr: written((target, words: string) => [octetsTo(at('descr', target), Buffer.from(words))]),
      uniState: written((target, port: number, to) => [
        integerTo(at('uni', target, `.${port}`), to === 'enable' ? 1 : 2),
      ]),
    }),
  ]
}

const onu = (place: string, serial: string, phase = 1, reason = 1) => [
  `${cell('serial', place)}|4x|${Buffer.from(serial).toString('hex')}`,
  `${cell('phase', place)}|2|${phase}`,
  `${cell('reason', place)}|2|${reason}`,
  `${cell('admin', place)}|2|1`,
  `${cell('descr', place)}|4|contract ${place}`,
  `${cell('oltRx', place)}|2|${phase === 1 ? -2210 : -8000}`,
  `${cell('rx', place)}|4|-19.5`,
  `${cell('uni', place)}.1|2|1`,
]
export const recorded = [
  ...[1, 2].flatMap(port => [
    `1.3.6.1.2.1.2.2.1.2.${port}|4|pon${port}`,
    `1.3.6.1.2.1.2.2.1.3.${port}|2|250`,
    `1.3.6.1.2.1.2.2.1.7.${port}|2|1`,
    `1.3.6.1.2.1.2.2.1.8.${port}|2|1`,
  ]),
  ...onu('1.1', 'ZTEG0001'),
  ...onu('1.2', 'ZTEG0002', 2, 2),
  ...onu('2.1', 'ZTEG0003', 2, 3),
]

/** A session on the invented OLT. */
export function session(
  options: ReplayOptions & { deaf?: readonly string[]; lines?: readonly string[] } = {},
): Replay {
  const { deaf, lines = recorded, ...rest } = options
  const driver = defineDriver({
    id: 'acme',
    vendor: 'Acme',
    api: 1,
    models: [
      {
        key: 'acme_olt',
        name: 'Acme OLT',
        type: 'OLT',
        family: { id: 'olt', modules: modulesOf(deaf) },
        detect: { objectId: '1.3.6.1.4.1.99999.12' },
      },
    ],
  })
  const known = buildIndex([driver]).models.get('acme_olt')!
  return replaySession(parseSnmprec(lines.join('\n')), known, rest)
}

/** What the verification of a change finds on the invented OLT. */
export function verifiedOn({ name }: Module, args: object, lines?: readonly string[]): Promise<Verification> {
  const one = modulesOf().find(({ module }) => module.name === name)!
  return one.verify!(session(lines ? { lines } : {}), args)
}
