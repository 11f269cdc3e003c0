import {
  defineDriver,
  defineFamily,
  implement,
  integer,
  oidParts,
  readTable,
  SnmpType,
  table,
  type Varbind,
} from '@linecard/driver-kit'
import { standardMibs, filterFdb, fdbRow, ownResources } from '@linecard/driver-kit/builders'
import { fdb, sysResources, system } from '@linecard/driver-kit/modules'
import { assert, suite } from '@linecard/test-kit'
import { createEquipment, memoryStore, settingsWith } from '../src/library.ts'
import { PduType, Status } from '../src/snmp/pdu.ts'
import { silentLog } from './acme.ts'
import { startAgent, type AgentOptions } from './support/agent.ts'
import { accessTo, failure } from './support/snmp.ts'

const test = suite('sources of answers')

const own = '1.3.6.1.4.1.99999.7'
const ownFdb = table({ port: integer(`${own}.1.1.2`) })

/** The FDB of a vendor: the index is VLAN and MAC address. */
const vendorFdb = implement(
  fdb,
  async (session, args) => {
    const rows = [...(await readTable(session, ownFdb))].map(([index]) => {
      const [vlan, ...mac] = oidParts(index)
      const text = mac.map(octet => octet.toString(16).toUpperCase().padStart(2, '0')).join(':')
      return fdbRow(text, vlan!, undefined, 'LEARNED')
    })
    return filterFdb(session, rows, args)
  },
  { source: 'ACME-MIB', override: true },
)
const resources = { ...ownResources({ cpu: { util: integer(`${own}.2.1`) } }), override: true as const }
const acme = defineDriver({
  id: 'acme',
  vendor: 'Acme',
  api: 1,
  models: [
    {
      key: 'acme_a1',
      name: 'Acme A1',
      type: 'SWITCH',
      family: defineFamily({ id: 'sw-a', modules: [...standardMibs(), vendorFdb, resources] }),
      detect: { objectId: own },
    },
  ],
})

const number = (oid: string, value: number): Varbind => ({ oid, type: SnmpType.Integer, value })
const port = (index: number): Varbind[] => [
  { oid: `1.3.6.1.2.1.2.2.1.2.${index}`, type: SnmpType.OctetString, value: Buffer.from(`port${index}`) },
  number(`1.3.6.1.2.1.2.2.1.3.${index}`, 6),
  number(`1.3.6.1.2.1.2.2.1.8.${index}`, 1),
  number(`1.3.6.1.2.1.17.1.4.1.2.${index}`, index),
]
const standard = [
  ...port(1),
  ...port(2),
  number('1.3.6.1.2.1.17.7.1.2.2.1.2.5.2.0.0.0.0.1', 2),
  number('1.3.6.1.2.1.17.7.1.2.2.1.3.5.2.0.0.0.0.1', 3),
]

const refused = (oid: string) => oid.startsWith(own)

/** Refuses every question about the vendor's objects, by GET and by walks. */
const refusing =
  (status: number): AgentOptions['behave'] =>
  (request, reply) =>
    request.varbinds.some(({ oid }) => refused(oid))
      ? { ...reply, status, index: 1 + request.varbinds.findIndex(({ oid }) => refused(oid)), varbinds: [] }
      : reply

async function start(options: AgentOptions) {
  const agent = await startAgent({ address: '127.41.7.1', ...options })
  const equipment = createEquipment({
    drivers: [acme],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true }),
  })
  const target = { deviceId: 1, ip: agent.ip, modelKey: 'acme_a1', snmp: accessTo(agent.port) }
  return {
    equipment,
    target,
    /** The OIDs that were asked since the last time. */
    asked: () => agent.requests.splice(0).flatMap(({ varbinds }) => varbinds.map(({ oid }) => oid)),
    async stop() {
      await equipment.close()
      await agent.close()
    },
  }
}
const fresh = { from: 'device' } as const

test('an empty table of the vendor: the standard one answers, meta says so, and is asked alone from then on', async () => {
  const { equipment, target, asked, stop } = await start({ varbinds: standard })
  try {
    const first = await equipment.call(target, fdb, {}, fresh)
    assert.equal(
      first.data.map(row => [row.mac_address, row.vlan_id, row.interface?.name]),
      [['02:00:00:00:00:01', 5, 'port2']],
    )
    assert.equal([first.meta.answered_by, first.meta.missing], [['Q-BRIDGE-MIB'], []])
    assert.ok(asked().some(refused))
    const second = await equipment.call(target, fdb, {}, fresh)
    assert.equal([second.data, second.meta.answered_by], [first.data, ['Q-BRIDGE-MIB']])
    assert.not.ok(asked().some(refused))
    const one = await equipment.call(target, fdb, { mac: '02:00:00:00:00:99' }, fresh)
    assert.equal(one.data, [])
    assert.not.ok(asked().some(refused))
    const stored = await equipment.call(target, fdb, {}, { from: 'store' })
    assert.equal(stored.meta.answered_by, ['Q-BRIDGE-MIB'])
  } finally {
    await stop()
  }
})

for (const status of [Status.genErr, Status.tooBig, 6, Status.authorizationError])
  test(`all objects refused (error-status ${status}) is an error, not an empty answer`, async () => {
    const behave = refusing(status)!
    const { equipment, target, stop } = await start({ varbinds: port(1), behave })
    try {
      const error = await failure('CommandRejected', equipment.call(target, fdb, {}, fresh))
      assert.equal(error.missing, [{ what: `${own}.1.1.2`, reason: 'rejected', rows: 0 }])
    } finally {
      await stop()
    }
  })

test('refused objects beside rows of another source are missing', async () => {
  const { equipment, target, stop } = await start({ varbinds: standard, behave: refusing(Status.genErr) })
  try {
    const { data, meta } = await equipment.call(target, fdb, {}, fresh)
    assert.equal([data.length, meta.answered_by], [1, ['Q-BRIDGE-MIB']])
    assert.equal(meta.missing, [{ what: `${own}.1.1.2`, reason: 'rejected', rows: 0 }])
  } finally {
    await stop()
  }
})

test('one refused scalar hides no other, and is missing', async () => {
  const contact = '1.3.6.1.2.1.1.4.0'
  const { equipment, target, stop } = await start({
    varbinds: [
      { oid: '1.3.6.1.2.1.1.5.0', type: SnmpType.OctetString, value: Buffer.from('sw-17') },
      { oid: contact, type: SnmpType.OctetString, value: Buffer.from('nobody') },
    ],
    behave: (request, reply) =>
      request.type === PduType.Get && request.varbinds.some(({ oid }) => oid === contact)
        ? { ...reply, status: Status.genErr, index: 0, varbinds: request.varbinds }
        : reply,
  })
  try {
    const { data, meta } = await equipment.call(target, system, {}, fresh)
    assert.equal([data.name, data.contact], ['sw-17', null])
    assert.equal(meta.missing, [
      { what: contact, reason: 'rejected' },
      // This agent has none of them.
      ...['mac_addr', 'serial_num', 'board_software_ver'].map(what => ({ what, reason: 'not_given' })),
    ])
  } finally {
    await stop()
  }
})

test('fields that the vendor lacks come from the standard MIBs', async () => {
  const storage = '1.3.6.1.2.1.25.2.3.1'
  const ram: Varbind = { oid: `${storage}.2.1`, type: SnmpType.Oid, value: '1.3.6.1.2.1.25.2.1.2' }
  const sizes = [
    number(`${storage}.4.1`, 1024),
    number(`${storage}.5.1`, 1000),
    number(`${storage}.6.1`, 250),
  ]
  const { equipment, target, asked, stop } = await start({
    varbinds: [number(`${own}.2.1.0`, 12), ram, ...sizes],
  })
  try {
    for (const expected of [true, false]) {
      const { data, meta } = await equipment.call(target, sysResources, {}, fresh)
      assert.equal([data.cpu?.util, data.memory?.util], [12, 25])
      assert.equal(meta.answered_by, ['vendor', 'HOST-RESOURCES-MIB'])
      assert.is(
        asked().some(oid => oid.startsWith('1.3.6.1.4.1.2021')),
        expected,
      )
    }
  } finally {
    await stop()
  }
})
