import { assert, suite } from '@linecard/test-kit'
import { findLinks } from '../../src/discovery/find-links.ts'
import type { FoundLink } from '../../src/discovery/found.ts'
import { aDevice, anInterface, aScene, has, portOf } from './small.ts'

const test = suite('links: what tables show')
const seen = (links: readonly FoundLink[]) =>
  links.map(({ a, b, sure, shared }) => [a.interface, b.interface, sure, shared])
/** The gateway is an address that is not in the inventory. */
const gateway = 999

/** 1 above 2 above 3, with stations. */
const chain = [
  ...has(1, 24, gateway),
  ...has(1, 1, 2, 3, 20, 21, 22, 30, 31, 32),
  ...has(2, 24, gateway),
  ...has(2, 1, 3, 30, 31, 32),
  ...has(2, 2, 20, 21, 22),
  ...has(3, 24, gateway),
  ...has(3, 2, 30, 31, 32),
]

test('a chain: each below the next, and no link past the one between', async () => {
  const { links } = await findLinks(
    aScene(
      [1, 2, 3].map(id => aDevice(id)),
      { learnt: chain },
    ),
  )
  assert.equal(seen(links), [
    [portOf(1, 1), portOf(2, 24), true, false],
    [portOf(2, 1), portOf(3, 24), true, false],
  ])
  assert.ok(links.every(({ directed }) => directed))
})

test('the row of the one between is lost: what was sure is a suggestion', async () => {
  const learnt = chain.filter(({ device, mac }) => device !== 1 || !mac.endsWith(':02'))
  const { links } = await findLinks(
    aScene(
      [1, 2, 3].map(id => aDevice(id)),
      { learnt },
    ),
  )
  assert.equal(
    links.filter(({ a, b, sure }) => sure && a.device === 1 && b.device === 3),
    [],
  )
})

test('several devices at one port that have each other above: shared, whatever is between', async () => {
  const learnt = [
    ...has(1, 24, gateway),
    ...has(1, 1, 2, 3, 20, 21, 22, 30, 31, 32),
    ...has(2, 24, gateway, 3, 30, 31, 32),
    ...has(2, 2, 20, 21, 22),
    ...has(3, 24, gateway, 2, 20, 21, 22),
    ...has(3, 2, 30, 31, 32),
  ]
  const { links } = await findLinks(
    aScene(
      [1, 2, 3].map(id => aDevice(id)),
      { learnt },
    ),
  )
  assert.equal(seen(links), [
    [portOf(1, 1), portOf(2, 24), true, true],
    [portOf(1, 1), portOf(3, 24), true, true],
  ])
})

test('a switch behind an ONU is at the ONU; its address is known by ARP', async () => {
  const olt = aDevice(1, {
    interfaces: [anInterface(1, 1, { kind: 'onu', name: 'ONU 1/1:7' }), anInterface(1, 24)],
  })
  const below = aDevice(2, { macs: [] })
  const learnt = [...has(1, 24, gateway), ...has(1, 1, 2, 20), ...has(2, 24, gateway), ...has(2, 3, 20)]
  const arp = [{ device: null, ip: '10.0.0.2', mac: '02-00-00-00-00-02' }]
  const { links } = await findLinks(aScene([olt, below], { learnt, arp }))
  assert.equal(seen(links), [[portOf(1, 1), portOf(2, 24), true, false]])
  assert.equal(
    links[0]!.proofs.map(({ by }) => by),
    ['fdb', 'pon', 'arp'],
  )
})

test('rows in pieces; a scan can be stopped', async () => {
  async function* pieces() {
    for (const row of chain) yield [row]
  }
  const devices = [1, 2, 3].map(id => aDevice(id))
  const { links } = await findLinks(aScene(devices, { learnt: pieces() }))
  assert.equal(links.filter(({ sure }) => sure).length, 2)
  const stopped = await findLinks(aScene(devices, { learnt: chain }), { signal: AbortSignal.abort() }).catch(
    (error: Error) => error.name,
  )
  assert.is(stopped, 'AbortError')
})
