import { buildIndex } from '@linecard/driver-kit/detection'
import { fdb } from '@linecard/driver-kit/modules'
import { parseSnmprec, recordingOf, type Recording } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import cisco from '../src/index.ts'

const test = suite('cisco FDB in contexts')
const known = [...buildIndex([cisco]).models.values()].find(({ family }) => family.id === 'ios')!
const vtp = '1.3.6.1.4.1.9.9.46.1.3.1.1'
const station = (mac: number) => [
  `1.3.6.1.2.1.17.4.3.1.2.2.0.0.0.0.${mac}|2|1`,
  `1.3.6.1.2.1.17.4.3.1.3.2.0.0.0.0.${mac}|2|3`,
  '1.3.6.1.2.1.17.1.4.1.2.1|2|501',
]
const view = (mac: number): Recording => parseSnmprec(station(mac).join('\n'), 'view')

async function read(
  vlans: readonly number[],
  views: Readonly<Record<number, Recording>>,
  args: { vlan_id?: number } = {},
) {
  const lines = [
    '1.3.6.1.2.1.2.2.1.2.501|4|Gi0/1',
    '1.3.6.1.2.1.2.2.1.3.501|2|6',
    ...station(1),
    ...vlans.flatMap(id => [`${vtp}.2.1.${id}|2|1`, `${vtp}.3.1.${id}|2|1`]),
  ]
  const session = replaySession(parseSnmprec(lines.join('\n'), 'test'), known, {
    contexts: new Map(Object.entries(views).map(([id, recording]) => [`vlan-${id}`, recording])),
  })
  const rows = await session.call(fdb, args)
  return {
    rows: rows.map(
      ({ vlan_id, mac_address, interface: one }) => `${vlan_id} ${mac_address.slice(-2)} ${one?.name}`,
    ),
    unread: session.reports.map(({ reason, cells }) => `${reason} ${cells}`),
  }
}

test('every VLAN is read in its context, with the ports of that context', async () => {
  assert.equal(await read([1, 10, 20], { 10: view(2), 20: view(3) }), {
    rows: ['1 01 Gi0/1', '10 02 Gi0/1', '20 03 Gi0/1'],
    unread: [],
  })
})
test('an empty context is read, a silent one is missing', async () => {
  assert.equal(await read([1, 10, 20, 30], { 10: view(2), 20: recordingOf([]) }), {
    rows: ['1 01 Gi0/1', '10 02 Gi0/1'],
    unread: ['rejected 1'],
  })
})
test('an agent silent about the first context, or about two in a row, is asked no further', async () => {
  assert.equal(await read([1, 10, 20], { 20: view(3) }), { rows: ['1 01 Gi0/1'], unread: ['rejected 2'] })
  assert.equal(await read([1, 10, 20, 30, 40], { 10: view(2), 40: view(4) }), {
    rows: ['1 01 Gi0/1', '10 02 Gi0/1'],
    unread: ['rejected 3'],
  })
})
test('only the VLAN that is asked for is read', async () => {
  assert.equal(await read([1, 10, 20], { 20: view(3) }, { vlan_id: 20 }), {
    rows: ['20 03 Gi0/1'],
    unread: [],
  })
})
