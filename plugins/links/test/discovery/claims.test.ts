import { assert, suite } from '@linecard/test-kit'
import { readClaims } from '../../src/discovery/claims.ts'
import { collectDoubts } from '../../src/discovery/doubts.ts'
import { identify } from '../../src/discovery/identity.ts'
import { indexNetwork } from '../../src/discovery/network.ts'
import type { Neighbour, SceneInterface } from '../../src/discovery/scene.ts'
import { many } from './by-hand.ts'
import { aDevice, anInterface, aScene, hears, macOf, portOf } from './small.ts'

const test = suite('links: claims of neighbours')

/** Claims as `device:port>device:port`, by the ids of the scene. Devices 1 and 2 have a name in common. */
async function read(...rows: Neighbour[]) {
  const odd = [
    anInterface(1, 1),
    anInterface(1, 2, { kind: 'other' }),
    anInterface(1, 3, { up: false }),
    anInterface(1, 4, { up: null }),
  ]
  const devices = [
    aDevice(1, { interfaces: odd, names: ['both'] }),
    aDevice(2, { names: ['both'] }),
    aDevice(3),
  ]
  const network = await indexNetwork(aScene(devices))
  const doubts = collectDoubts()
  const ids = await identify(network, [], doubts)
  const { list, strangers, tell } = await readClaims(network, ids, rows, doubts)
  const port = (place: number) => (place < 0 ? '?' : network.ports[place]!.id)
  return {
    claims: list.map(
      one =>
        `${one.from + 1}:${port(one.port)}>${one.to + 1}:${port(one.toPort)} ${one.by}${one.strong ? ' strong' : ''}`,
    ),
    strangers: [...strangers].map(([at, names]) => [port(at), [...names]]),
    tell: [...tell].map(place => place + 1),
    doubts: doubts.list,
  }
}
const row = hears(1, 1, 2, 24)

test('rows of two protocols are one claim, as strong as the stronger', async () => {
  const weak = { ...row, protocol: 'CDP', chassis: null, name: 'sw2' }
  assert.equal((await read(row)).claims, ['1:101>2:224 lldp strong'])
  assert.equal((await read(weak)).claims, ['1:101>2:224 cdp'])
  assert.equal((await read(weak, row)).claims, ['1:101>2:224 cdp strong'])
  assert.equal((await read(row, weak)).claims, ['1:101>2:224 lldp strong'])
  assert.equal((await read({ ...row, protocol: 'something' })).claims, ['1:101>2:224 lldp strong'])
})

test('the first port of a device is one like the others, here and there', async () => {
  const first = async (more: Partial<SceneInterface>) => {
    const devices = [aDevice(1, { interfaces: [anInterface(1, 1, more)] }), aDevice(2)]
    const network = await indexNetwork(aScene(devices))
    const ids = await identify(network, [], collectDoubts())
    return (await readClaims(network, ids, [row], collectDoubts())).list.length
  }
  assert.equal([await first({}), await first({ up: false }), await first({ kind: 'other' })], [1, 0, 0])
  const back = hears(2, 24, 1, 1)
  assert.equal((await read({ ...back, port: 'somewhere' }, back)).claims, ['2:224>1:101 lldp strong'])
})

test('a claim without the other port adds nothing to one that has it, but stands alone', async () => {
  const bare = { ...row, port: 'somewhere' }
  assert.equal((await read(bare)).claims, ['1:101>2:? lldp strong'])
  assert.equal((await read(bare, row)).claims, ['1:101>2:224 lldp strong'])
  assert.equal((await read(bare, hears(1, 4, 2, 23))).claims, [
    '1:101>2:? lldp strong',
    '1:104>2:223 lldp strong',
  ])
  assert.equal((await read({ ...bare, port: 'Gi0/1' })).claims, ['1:101>2:201 lldp strong'])
})

test('a port that is down or carries nothing tells nobody; one that is not known may', async () => {
  const at = async (port: number | null) => (await read({ ...row, interface: port })).claims
  assert.equal(await at(portOf(1, 2)), [])
  assert.equal(await at(portOf(1, 3)), [])
  assert.equal(await at(portOf(1, 4)), ['1:104>2:224 lldp strong'])
  for (const other of [null, 9999, portOf(2, 1)]) assert.equal(await at(other), ['1:?>2:224 lldp strong'])
})

test('a device that hears itself, or is not in the inventory, claims nothing', async () => {
  const own = await read(hears(1, 1, 1, 4))
  assert.equal([own.claims, own.tell, own.strangers], [[], [1], []])
  const other = await read({ ...row, device: 9 })
  assert.equal([other.claims, other.tell], [[], []])
  assert.equal((await read(row, hears(3, 1, 1, 1))).tell, [1, 3])
})

test('strangers are told by port, 32 of them, and once', async () => {
  const stranger = (name: string, port: number | null = portOf(1, 1)) => ({
    ...row,
    chassis: null,
    name,
    interface: port,
  })
  const one = await read(stranger('Guest'))
  assert.equal(one.strangers, [[101, ['guest']]])
  assert.equal(one.doubts, [{ kind: 'stranger', devices: [1], text: '"guest" at GigabitEthernet0/1 of sw1' }])
  const two = await read(stranger('a'), stranger('A'), stranger('b'), stranger('c'))
  assert.equal(
    two.doubts.map(({ text }) => text),
    ['"a" and 2 more at GigabitEthernet0/1 of sw1'],
  )
  const pair = await read(stranger('a'), stranger('b'))
  assert.is(pair.doubts[0]!.text, '"a" and 1 more at GigabitEthernet0/1 of sw1')
  assert.equal((await read(stranger('x'.repeat(65)))).strangers, [[101, ['x'.repeat(64)]]])
  const bare = { name: null, chassis: macOf(77), address: '10.9.9.9' }
  const called = async (more: Partial<Neighbour>) =>
    (await read({ ...stranger(''), ...bare, ...more })).doubts[0]!.text.split(' at ')[0]
  assert.is(await called({}), `"${macOf(77)}"`)
  assert.is(await called({ chassis: null }), '"10.9.9.9"')
  assert.is(await called({ chassis: null, address: null }), '"a neighbour without a name"')
  const crowd = await read(...many(0, 40).map(at => stranger(`guest ${at}`)))
  assert.is((crowd.strangers[0]![1] as string[]).length, 32)
  const nowhere = await read(stranger('a', null))
  assert.equal([nowhere.strangers, nowhere.doubts], [[], []])
})

test('a name that several devices have is a doubt, and no stranger', async () => {
  const { claims, strangers, doubts } = await read({ ...row, chassis: null, name: 'both' })
  assert.equal([claims, strangers], [[], []])
  assert.equal(doubts, [{ kind: 'claimed-twice', devices: [1], text: '"both" is a name of several devices' }])
})
