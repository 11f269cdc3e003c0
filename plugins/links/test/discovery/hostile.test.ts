import { assert, cpuMs, longestTurn, suite } from '@linecard/test-kit'
import { findLinks } from '../../src/discovery/find-links.ts'
import type { Learnt } from '../../src/discovery/scene.ts'
import { aDevice, aScene, has, hears, macOf, portOf } from './small.ts'

const test = suite('links: hostile networks', { level: 'full' })
const devices = Array.from({ length: 40 }, (_, at) => aDevice(at + 1))

test('a device that says it has every address and every name spoils nothing of others but what it claims', async () => {
  const liar = aDevice(41, {
    macs: devices.map(({ id }) => macOf(id)),
    names: devices.map(({ name }) => name!),
  })
  const neighbours = [hears(1, 5, 2, 24), hears(2, 24, 1, 5)]
  const { links, doubts, more } = await findLinks(aScene([...devices, liar], { neighbours }))
  assert.equal(
    links.filter(({ sure }) => sure),
    [],
  )
  assert.ok(doubts.length > 0 && doubts.length <= 1000 && more === 0)
})

test('everybody is above everybody: no link is sure, and the scan ends', async () => {
  const learnt = devices.flatMap(({ id }) => [
    ...has(id, 1 + (id % 24), ...devices.filter(one => one.id > id).map(one => one.id)),
    ...has(id, 1 + ((id + 7) % 24), ...devices.filter(one => one.id < id).map(one => one.id), 999),
  ])
  const circle = devices.map(({ id }) => hears(id, 1, 1 + (id % 40), 2))
  const { links } = await findLinks(aScene(devices, { learnt, neighbours: circle }))
  assert.ok(links.length <= 3 * devices.length)
})

test('one name for all devices, and neighbours with names of 10 kB', async () => {
  const same = devices.map(one => ({ ...one, name: 'switch', names: ['switch'], macs: [] }))
  const long = ['-', 'a ', 'Gi0/', '\u0000', '("'].map(text => text.repeat(10_000 / text.length))
  const neighbours = devices.flatMap(({ id }) =>
    long.map(text => ({
      ...hears(id, 1, 7, 1),
      chassis: text,
      port: text,
      portDescription: text,
      name: text,
    })),
  )
  const named = neighbours.map(one => ({ ...one, chassis: 'switch', name: 'switch' }))
  const started = cpuMs()
  const { links, doubts } = await findLinks(aScene(same, { neighbours: [...neighbours, ...named] }))
  assert.equal(links, [])
  assert.ok(doubts.every(({ text }) => text.length < 500))
  assert.ok(cpuMs() - started < 5_000)
})

test('a million rows: the event loop goes on', async () => {
  const learnt: Learnt[] = []
  for (let n = 0; n < 1_000_000; n++)
    learnt.push({
      device: 1 + (n % 40),
      interface: portOf(1 + (n % 40), 1 + (n % 23)),
      mac: macOf(1000 + (n >> 2)),
      vlan: 1,
    })
  const pause = await longestTurn(() => findLinks(aScene(devices, { learnt })))
  assert.ok(pause < 500, `${pause.toFixed(0)} ms`)
})
