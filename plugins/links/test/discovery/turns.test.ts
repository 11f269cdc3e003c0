import { createHook } from 'node:async_hooks'
import { slice } from '@linecard/driver-kit'
import { assert, cpuMs, suite } from '@linecard/test-kit'
import { mayBeBetween } from '../../src/discovery/between.ts'
import { linksByTables } from '../../src/discovery/by-tables.ts'
import { readClaims } from '../../src/discovery/claims.ts'
import { collectDoubts } from '../../src/discovery/doubts.ts'
import { identify } from '../../src/discovery/identity.ts'
import { indexNetwork } from '../../src/discovery/network.ts'
import { pieces } from '../../src/discovery/pieces.ts'
import { hangLower } from '../../src/discovery/place.ts'
import { checkWaysUp, findWaysUp, inferUps } from '../../src/discovery/reference.ts'
import { readTables, sorted } from '../../src/discovery/tables.ts'
import { growTree } from '../../src/discovery/tree.ts'
import { judge } from '../../src/discovery/verdict.ts'
import { aView, many, type Rows } from './by-hand.ts'
import { aDevice, anInterface, aScene, has, hears } from './small.ts'

const test = suite('links: a scan leaves the process to others')

/** Of `slice` in the driver kit, by hand. */
const sliceMs = 3

/**
 * How often the work asked for a turn of the event loop, the time, and the CPU time, ms. Ends above `most`.
 * The loop's own count is of no use: the collection of garbage takes thousands of turns.
 */
async function turnsOf(
  work: () => Promise<unknown>,
  most: number,
): Promise<{ turns: number; wall: number; cpu: number }> {
  let turns = 0
  const counter = createHook({ init: (_, kind) => void (/^(Immediate|Timeout)$/.test(kind) && turns++) })
  const end = Promise.withResolvers<void>()
  const timer = setInterval(() => turns > most && end.resolve(), 100)
  const [began, since] = [cpuMs(), performance.now()]
  counter.enable()
  await Promise.race([work(), end.promise]).finally(() => {
    counter.disable()
    clearInterval(timer)
  })
  return { turns, wall: performance.now() - since, cpu: cpuMs() - began }
}

/**
 * A slice has 3 ms: there are turns, and not one an item, unless the machine is so slow that slices are as
 * many.
 */
async function takesTurns(step: string, items: number, work: () => Promise<unknown>): Promise<void> {
  const { turns, wall, cpu } = await turnsOf(work, items / 2)
  assert.ok(turns > 0 || cpu < 6, `${step}: no turn in ${cpu} ms`)
  const most = Math.max(items / 2, wall / sliceMs + wall / 100)
  assert.ok(turns <= most, `${step}: ${turns} turns in ${Math.round(wall)} ms`)
}

test('what is read of a large network is read in slices', async () => {
  const count = 3_000
  const devices = many(1, count).map(id => aDevice(id, { interfaces: [1, 2].map(at => anInterface(id, at)) }))
  const scene = aScene(devices)
  const wide = aScene(many(1, 100_000).map(id => ({ ...devices[0]!, id })))
  await takesTurns('devices', 100_000, () => indexNetwork(wide))
  const network = await indexNetwork(scene)
  await takesTurns('names', count, () => identify(network, [], collectDoubts()))
  const ids = await identify(network, [], collectDoubts())
  const heard = many(2, count - 2).map(id => hears(id, 1, id - 1, 2))
  await takesTurns('neighbours', count, () => readClaims(network, ids, heard, collectDoubts()))
  const learnt = has(1, 1, ...many(1, 20_000))
  await takesTurns('rows', 20_000, () => readTables(network, learnt))
  const keys = new Int32Array(2_000_000)
  await takesTurns('an order', 2 * 489, () => sorted(keys, keys.length, 1, null))
  const own = slice()
  await takesTurns('pieces', 489, async () => {
    for await (const [from, to] of pieces(own, 0, keys.length)) keys.subarray(from, to).sort()
  })
})

test('each step of a scan of a large network is done in slices', async () => {
  // Each device has eight below itself, which have it on their way up.
  const all = many(0, 12_000)
  const parent = all.map(at => Math.floor((at - 1) / 8))
  const port = all.map(at => (at === 0 ? -1 : parent[at]! * 10 + 1 + ((at - 1) % 8)))
  const rows = all.map((at): Rows => {
    const below = many(at * 8 + 1, 8).filter(one => one < all.length)
    const down = Object.fromEntries(below.map(one => [port[one]!, [one]]))
    return { ...down, ...(at > 0 && { [at * 10]: [parent[at]!] }) }
  })
  const up = all.map(at => at * 10)
  const domain = all.map(() => 0)
  const view = await aView(rows, { up, domain })
  const takes = (step: string, work: () => Promise<unknown>) => takesTurns(step, all.length, work)
  await takes('ways up that are right', () => checkWaysUp(view))
  await takes('the tree', () => growTree(view))
  const tree = await growTree(view)
  await takes('what hangs lower', () => hangLower(view, tree))
  await takes('links', () => linksByTables(view, tree))
  const network = {
    trunk: Int32Array.from(many(0, all.length * 10)),
    devices: all.map(id => ({ id })),
  } as never
  const claims = { list: [], tell: new Set<number>(), strangers: new Map<number, Set<string>>() }
  const told = all
    .slice(1)
    .map(at => ({
      a: parent[at]!,
      aPort: port[at]!,
      b: at,
      bPort: at * 10,
      by: 'lldp' as const,
      both: true,
      strong: true,
    }))
  await takes('what neighbours tell', () => judge({ network, view, tree, claims, quiet: new Set() }, told))
  const beside = {
    ...tree,
    parent: Int32Array.from(all, at => (at === 0 ? -1 : 0)),
    port: Int32Array.from(all, at => (at === 0 ? -1 : 1)),
    children: tree.children.with(1, new Set(all.slice(1))),
  }
  await takes('who may be between', () =>
    mayBeBetween(view, beside, { high: 0, port: 1, low: 1 }, () => false),
  )
  view.up.fill(-1, 1)
  view.domain.fill(-1, 1)
  await takes('ways up by others', () => inferUps(view))
  view.up.fill(-1)
  view.domain.fill(-1)
  await takes('a reference', () => findWaysUp(view, new Set()))
})
