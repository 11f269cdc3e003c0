import { buildIndex } from '@linecard/driver-kit/detection'
import { fdb } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import dell from '../src/index.ts'

const test = suite('dell FDB of Networking OS 9')
const known = [...buildIndex([dell]).models.values()].find(({ family }) => family.id === 'networking-os')!
const port = (ifIndex: number, base: number) => [
  `1.3.6.1.2.1.2.2.1.2.${ifIndex}|4|Te 0/${ifIndex}`,
  `1.3.6.1.2.1.2.2.1.3.${ifIndex}|2|6`,
  `1.3.6.1.2.1.17.1.4.1.2.${base}|2|${ifIndex}`,
]
const station = (mac: number, base: number) => [
  `1.3.6.1.2.1.17.7.1.2.2.1.2.10.2.0.0.0.0.${mac}|2|${base}`,
  `1.3.6.1.2.1.17.7.1.2.2.1.3.10.2.0.0.0.0.${mac}|2|3`,
]
const ports = async (...stations: string[][]) =>
  (
    await replaySession(
      parseSnmprec([...port(501, 49), ...port(502, 975), ...stations.flat()].join('\n'), 'test'),
      known,
    ).call(fdb, {})
  ).map(row => [row.interface?.if_index ?? null, row.vlan_id, row.status])

test('ports counted from 0 in one table and from 1 in the other', async () => {
  assert.equal(await ports(station(1, 50), station(2, 976), station(3, 0)), [
    [501, 10, 'LEARNED'],
    [502, 10, 'LEARNED'],
    [null, 10, 'LEARNED'],
  ])
})
test('ports that agree stay, and so do ports that fit neither way', async () => {
  assert.equal(await ports(station(1, 49), station(2, 976)), [
    [501, 10, 'LEARNED'],
    [null, 10, 'LEARNED'],
  ])
  assert.equal(await ports(station(1, 50), station(2, 7)), [
    [null, 10, 'LEARNED'],
    [null, 10, 'LEARNED'],
  ])
})
