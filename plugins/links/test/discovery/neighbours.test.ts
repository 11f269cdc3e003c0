import { assert, suite } from '@linecard/test-kit'
import { findLinks } from '../../src/discovery/find-links.ts'
import type { FoundLink } from '../../src/discovery/found.ts'
import { aDevice, anInterface, aScene, has, hears, macOf, portOf } from './small.ts'

const test = suite('links: what neighbours tell')
const ends = ({ a, b }: FoundLink) => [a.interface, b.interface]

const aggregated = (id: number) => [
  anInterface(id, 1, { aggregate: portOf(id, 50) }),
  anInterface(id, 2, { aggregate: portOf(id, 50) }),
  anInterface(id, 50, { kind: 'aggregate', name: 'Port-channel1' }),
]

test('both sides: sure; short and long names are one port', async () => {
  const { links } = await findLinks(
    aScene([aDevice(1), aDevice(2)], { neighbours: [hears(1, 5, 2, 24), hears(2, 24, 1, 5)] }),
  )
  assert.equal(links.map(ends), [[portOf(1, 5), portOf(2, 24)]])
  assert.ok(links[0]!.sure && links[0]!.confidence > 0.9)
  assert.equal(links[0]!.proofs, [{ by: 'lldp', text: 'LLDP: both sides say so' }])
})

test('one side: a suggestion; with the FDB sure', async () => {
  const neighbours = [hears(1, 5, 2, 24)]
  const alone = await findLinks(aScene([aDevice(1), aDevice(2)], { neighbours }))
  assert.equal(alone.links[0]!.sure, false)
  const both = await findLinks(
    aScene([aDevice(1), aDevice(2)], {
      neighbours,
      learnt: [...has(1, 5, 2), ...has(1, 24, 999), ...has(2, 24, 999)],
    }),
  )
  assert.equal(both.links.length, 1)
  assert.ok(both.links[0]!.sure)
})

test('a scan that is stopped while it reads goes no further', async () => {
  const read: string[] = []
  const scan = async (stopAt: string) => {
    const stop = new AbortController()
    const rows = <T>(name: string, list: readonly T[]) =>
      Object.assign([...list], {
        *[Symbol.iterator]() {
          read.push(name)
          if (name === stopAt) stop.abort()
          yield* list.values()
        },
      })
    const scene = aScene([aDevice(1), aDevice(2)], {
      arp: rows('arp', []),
      neighbours: rows('neighbours', [hears(1, 5, 2, 24)]),
      learnt: rows('learnt', has(1, 5, 2)),
    })
    const failed = await findLinks(scene, { signal: stop.signal }).catch((error: Error) => error.name)
    return [failed, ...read.splice(0)]
  }
  assert.equal(await scan('arp'), ['AbortError', 'arp'])
  assert.equal(await scan('neighbours'), ['AbortError', 'arp', 'neighbours'])
  assert.equal(await scan('learnt'), ['AbortError', 'arp', 'neighbours', 'learnt'])
})

test('a row that is out of date: what two sides agree on counts', async () => {
  const neighbours = [hears(1, 5, 2, 24), hears(2, 24, 1, 5), hears(3, 7, 2, 24)]
  const { links, doubts } = await findLinks(
    aScene(
      [1, 2, 3].map(id => aDevice(id)),
      { neighbours },
    ),
  )
  assert.equal(links.map(ends), [[portOf(1, 5), portOf(2, 24)]])
  assert.equal(
    doubts.map(({ kind }) => kind),
    ['contradiction'],
  )
})

test('port ids: a number, an alias, a MAC, what the device announces', async () => {
  for (const port of ['24', 'uplink', '02:00:00:00:99:24', 'ge-24']) {
    const own = anInterface(2, 24, { names: ['uplink'], mac: '0200.0000.9924', announced: 'ge-24' })
    const other = aDevice(2, { interfaces: [anInterface(2, 1), own] })
    const neighbours = [{ ...hears(1, 5, 2, 24), port }]
    const { links } = await findLinks(aScene([aDevice(1), other], { neighbours }))
    assert.equal(links.map(ends), [[portOf(1, 5), portOf(2, 24)]], port)
  }
})

test('a chassis id that two devices have proves nothing; virtual addresses neither', async () => {
  const twins = [aDevice(1), aDevice(2, { macs: [macOf(9)] }), aDevice(3, { macs: [macOf(9)] })]
  const cloned = await findLinks(aScene(twins, { neighbours: [hears(1, 5, 9, 1)] }))
  assert.equal(cloned.links, [])
  assert.ok(cloned.doubts.some(({ kind }) => kind === 'claimed-twice'))
  const virtual = aDevice(2, { macs: ['00:00:5E:00:01:0A'] })
  const neighbours = [{ ...hears(1, 5, 2, 1), chassis: '00:00:5E:00:01:0A' }]
  assert.equal((await findLinks(aScene([aDevice(1), virtual], { neighbours }))).links, [])
})

test('a neighbour that is not in the inventory is no link', async () => {
  const { links, doubts } = await findLinks(aScene([aDevice(1)], { neighbours: [hears(1, 5, 77, 1)] }))
  assert.equal(links, [])
  assert.equal(
    doubts.map(({ kind, devices }) => [kind, devices]),
    [['stranger', [1]]],
  )
})

test('LLDP tells members, the FDB the aggregate: both are links', async () => {
  const devices = [1, 2].map(id => aDevice(id, { interfaces: aggregated(id) }))
  const neighbours = [hears(1, 1, 2, 1), hears(2, 1, 1, 1), hears(1, 2, 2, 2), hears(2, 2, 1, 2)]
  const { links } = await findLinks(
    aScene(devices, { neighbours, learnt: [...has(1, 50, 2), ...has(2, 50, 1)], roots: [1] }),
  )
  const whole = { a: portOf(1, 50), b: portOf(2, 50) }
  assert.equal(
    links.map(link => [ends(link), link.within, link.sure]),
    [
      [[portOf(1, 1), portOf(2, 1)], whole, true],
      [[portOf(1, 50), portOf(2, 50)], null, true],
      [[portOf(1, 2), portOf(2, 2)], whole, true],
    ],
  )
})
