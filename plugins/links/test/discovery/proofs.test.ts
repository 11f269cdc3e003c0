import { assert, suite } from '@linecard/test-kit'
import {
  isContradicted,
  isNotAbove,
  placeOf,
  portOfAllBelow,
  type Place,
} from '../../src/discovery/exclude.ts'
import { aTree, aView, many, type Rows } from './by-hand.ts'

const test = suite('links: proofs of where a device is not')
const [unknown, top] = [-1, -3]
const three = many(60, 3)

/**
 * The link asked for leads from port 11 of device 1 down to device 2; the place of device 0. Way up of device
 * `d` is its port `10 d`.
 */
async function place(
  devices: readonly [Rows, Rows, Rows, Rows?],
  { up = [0, 10, 20, 30], other = 0, parent = [-1, -1, 1, -1], port = [-1, -1, 11, -1] } = {},
): Promise<Place> {
  const rows = parent.map((_, at) => devices[at] ?? {})
  const view = await aView(rows, { up, domain: parent.map(() => 0) })
  return placeOf(view, aTree(parent, port), other, { high: 1, port: 11, low: 2 })
}

test('a device of which nothing is seen may be anywhere', async () => {
  assert.is(await place([{}, {}, {}]), null)
})

test('what has the lower end on its own way up is aside; at another port it may be above', async () => {
  assert.is(await place([{ 0: [2] }, {}, {}]), 'aside')
  assert.is(await place([{ 3: [2] }, {}, {}]), null)
  assert.is(await place([{ 0: [2] }, {}, {}], { up: [unknown, 10, 20, 30] }), null)
  assert.is(await place([{}, {}, {}], { other: 2 }), 'aside')
})

test('what has three addresses from below the lower end on its way up is aside', async () => {
  assert.is(await place([{ 0: three }, {}, { 21: three }]), 'aside')
  assert.is(await place([{ 0: three }, {}, { 20: three }]), null)
  assert.is(await place([{ 3: three }, {}, { 21: three }]), null)
  assert.is(await place([{ 0: three }, {}, { 21: three }], { up: [0, 10, unknown, 30] }), null)
})

test('two addresses prove as long as none is against them, one alone does not', async () => {
  assert.is(await place([{ 0: [60, 61] }, {}, { 21: three }]), 'aside')
  assert.is(await place([{ 0: [60, 61], 3: [62] }, {}, { 21: three }]), null)
  assert.is(await place([{ 0: [60, 61], [-2]: [62] }, {}, { 21: three }]), 'aside')
  assert.is(await place([{ 0: [60] }, {}, { 21: three }]), null)
})

test('three addresses stand against 27 others, not against 28', async () => {
  const against = (count: number) =>
    place([{ 0: three, 3: many(100, count) }, {}, { 21: [...three, ...many(100, count)] }])
  assert.is(await against(27), 'aside')
  assert.is(await against(28), null)
})

test('proofs end after 400 rows, and never look at the rows of the next device', async () => {
  const below = (count: number): Rows => ({ 21: [...many(100, count), 600, 601, 602] })
  assert.is(await place([{ 0: [600, 601, 602] }, {}, below(397)]), 'aside')
  assert.is(await place([{ 0: [600, 601, 602] }, {}, below(400)]), null)
  assert.is(await place([{ 0: three }, {}, { 21: [99] }, { 31: three }]), null)
  assert.is(await place([{ 0: [60, 61] }, {}, { 21: [60] }, { 31: [61] }]), null)
})

test('what is below the lower end, or below another port of the upper end, is aside', async () => {
  assert.is(await place([{}, {}, { 21: [0] }]), 'aside')
  assert.is(await place([{}, {}, { 20: [0] }]), null)
  assert.is(await place([{}, { 12: [0] }, {}]), 'aside')
  assert.is(await place([{}, { 11: [0] }, {}]), null)
})

test('so is what is below a device that is there', async () => {
  const below = { 31: [0] }
  assert.is(await place([{}, {}, { 21: [3] }, below]), 'aside')
  assert.is(await place([{}, { 12: [3] }, {}, below]), 'aside')
  assert.is(await place([{}, { 11: [3] }, {}, below]), null)
  assert.is(await place([{}, { 12: [3] }, {}, { 30: [0] }]), null)
  // The upper end itself is not there, whatever the lower one says.
  assert.is(await place([{}, { 11: [0] }, { 21: [1] }]), null)
})

test('the upper end, the reference, and what has the upper end below itself are above', async () => {
  assert.is(await place([{}, {}, {}], { other: 1 }), 'above')
  assert.is(await place([{}, {}, {}], { other: 1, parent: [-1, -1, -1, -1] }), 'above')
  assert.is(await place([{}, {}, {}], { up: [top, 10, 20, 30] }), 'above')
  assert.is(await place([{ 3: [1] }, {}, {}]), 'above')
  assert.is(await place([{ 0: [1] }, {}, {}]), null)
  assert.is(await place([{ 3: [3] }, {}, {}, { 31: [1] }]), 'above')
  assert.is(await place([{ 3: [3] }, {}, {}, { 30: [1] }]), null)
  assert.is(await place([{ 0: [3] }, {}, {}, { 31: [1] }]), null)
})

test('what the upper end has elsewhere is not behind the port; at several ports proves nothing', async () => {
  assert.is(await place([{}, { 10: [0] }, {}]), 'above')
  assert.is(await place([{}, { 11: [0] }, {}]), null)
  assert.is(await place([{}, { [-2]: [0] }, {}]), null)
})

test('what is below a device between would be behind the port of the upper end', async () => {
  assert.is(await place([{ 3: three }, { 12: three }, {}]), 'above')
  assert.is(await place([{ 3: three }, { 11: three }, {}]), null)
  assert.is(await place([{ 3: three }, { 12: three }, {}], { up: [unknown, 10, 20, 30] }), null)
  // The port that is asked for counts, not the one of the tree.
  assert.is(await place([{ 3: three }, { 11: three }, {}], { port: [-1, -1, 14, -1] }), null)
  assert.is(await place([{ 3: three }, { 14: three }, {}], { port: [-1, -1, 14, -1] }), 'above')
})

test('the same holds at every device above the upper end', async () => {
  const parent = [-1, 3, 1, -1]
  assert.is(await place([{ 3: three }, {}, {}, { 34: three }], { parent, port: [-1, 33, 11, -1] }), 'above')
  assert.is(await place([{ 3: three }, {}, {}, { 33: three }], { parent, port: [-1, 33, 11, -1] }), null)
  assert.is(await place([{ 3: three }, {}, {}, { 34: three }], { parent, port: [-1, -1, 11, -1] }), null)
  assert.is(await place([{}, {}, {}], { parent: [-1, 0, 1, -1], port: [-1, 3, 11, -1] }), 'above')
  const lost = { up: [unknown, 10, 20, 30], parent: [-1, 0, 1, -1], port: [-1, 3, 11, -1] }
  assert.is(await place([{}, {}, {}], lost), null)
  // What is below the other says nothing at the lower end itself.
  assert.is(await place([{ 3: three }, {}, { 20: three }]), null)
})

test('the port 0 is a port, of the upper end, of the lower one and of the other', async () => {
  const parent = [-1, -1, -1, -1]
  const at = async (
    devices: Rows[],
    other: number,
    asked: { high: number; port: number; low: number },
    up = 5,
  ) => {
    const view = await aView(devices, { up: [up, 10, 20, 30], domain: [0, 0, 0, 0] })
    const tree = aTree(parent.with(asked.low, asked.high), parent.with(asked.low, asked.port))
    return placeOf(view, tree, other, asked)
  }
  const fromZero = { high: 0, port: 1, low: 2 }
  assert.is(await at([{ 0: [1] }, {}, {}, {}], 1, fromZero), 'aside')
  assert.is(await at([{ 0: [1] }, {}, {}, {}], 1, fromZero, 0), 'above')
  assert.is(await at([{ 3: three }, { 11: three }, {}, {}], 1, { ...fromZero, port: 0 }), 'above')
  assert.is(await at([{ 0: [2] }, {}, {}, {}], 2, { high: 1, port: 11, low: 0 }), 'aside')
  assert.is(await at([{ 0: [1] }, {}, {}, {}], 0, { high: 1, port: 11, low: 2 }), 'above')
  assert.is(await at([{ 0: [3] }, {}, {}, { 31: [1] }], 0, { high: 1, port: 11, low: 2 }), 'above')
})

test('16 devices above are looked at', async () => {
  // 2 below 1 below 3 below 4 … below 20: device k is the (k - 1)th above, for k from 3 on.
  const parent = many(0, 21).map(at => (at === 0 || at === 20 ? -1 : at === 1 ? 3 : at === 2 ? 1 : at + 1))
  const port = many(0, 21).map(at => (parent[at]! < 0 ? -1 : at === 2 ? 11 : parent[at]! * 10 + 3))
  const at = async (speaks: number) => {
    const rows = many(0, 21).map((one): Rows => (one === speaks ? { [one * 10 + 4]: three } : {}))
    const view = await aView([{ 3: three }, ...rows.slice(1)], {
      up: many(0, 21).map(one => one * 10),
      domain: many(0, 21).map(() => 0),
    })
    return placeOf(view, aTree(parent, port), 0, { high: 1, port: 11, low: 2 })
  }
  assert.is(await at(17), 'above')
  assert.is(await at(18), null)
})

/** Where device 0 has what is below device 1. */
const below = async (zero: Rows, one: Rows, { up = [0, 10], more = [] as Rows[] } = {}) =>
  portOfAllBelow(await aView([zero, one, ...more], { up, domain: [0, 0] }), 1, 0)
const nowhere = { port: -1, count: 0 }

test('everything below a device is at one port: three addresses say so, two do not', async () => {
  assert.equal(await below({ 3: three }, { 11: three }), { port: 3, count: 3 })
  assert.equal(await below({ 3: [60, 61] }, { 11: three }), nowhere)
  assert.equal(await below({ 0: three }, { 11: three }, { up: [5, 10] }), { port: 0, count: 3 })
})

test('nine of ten at one port are everything, eight of nine are not', async () => {
  assert.equal(await below({ 2: [60], 3: many(61, 9) }, { 11: many(60, 10) }), { port: 3, count: 9 })
  assert.equal(await below({ 2: [60], 3: many(61, 8) }, { 11: many(60, 9) }), nowhere)
})

test('what is on the way up, at several ports or of the next device is not below', async () => {
  assert.equal(await below({ 0: three }, { 11: three }), nowhere)
  assert.equal(await below({ 3: three }, { 10: three }), nowhere)
  assert.equal(await below({ 3: three }, { 11: three }, { up: [0, unknown] }), nowhere)
  assert.equal(await below({ 3: three }, { 11: three }, { up: [unknown, 10] }), nowhere)
  assert.equal(await below({ 3: three, [-2]: [63, 64] }, { 11: many(60, 5) }), { port: 3, count: 3 })
  assert.equal(await below({ 3: three }, { 11: [99] }, { more: [{ 21: three }] }), nowhere)
})

test('everything below is looked for in 400 rows', async () => {
  const long = { 11: [...many(100, 400), 600] }
  assert.equal(await below({ 3: many(100, 400), 4: [600] }, long), { port: 3, count: 400 })
  assert.equal(await below({ 3: [498, 499, 600] }, long), nowhere)
  assert.equal(await below({ 3: [497, 498, 499, 600] }, long), { port: 3, count: 3 })
})

test('a link is contradicted by what is below the lower end, at another port of the upper one', async () => {
  const is = async (high: Rows, port: number) =>
    isContradicted(await aView([high, { 11: three }], { up: [5, 10], domain: [0, 0] }), {
      high: 0,
      port,
      low: 1,
    })
  assert.is(await is({ 3: three }, 4), true)
  assert.is(await is({ 3: three }, 0), true)
  assert.is(await is({ 3: three }, 3), false)
  assert.is(await is({ 3: three }, -1), false)
})

test('what has another one, or what is below it, on its way up is not above it', async () => {
  const is = async (lower: Rows, higher: Rows, up = [0, 10]) =>
    isNotAbove(await aView([lower, higher], { up, domain: [0, 0] }), 0, 1)
  assert.is(await is({}, {}), false)
  assert.is(await is({}, {}, [0, top]), true)
  assert.is(await is({}, {}, [unknown, top]), false)
  assert.is(await is({}, { 11: [0] }), true)
  assert.is(await is({}, { 10: [0] }), false)
  const zero = await aView([{ 0: [1] }, {}], { up: [5, 10], domain: [0, 0] })
  assert.is(isNotAbove(zero, 1, 0), true)
  assert.is(await is({ 0: [1] }, {}), true)
  assert.is(await is({ 3: [1] }, {}), false)
  assert.is(await is({ 0: three }, { 11: three }), true)
  assert.is(await is({ 3: three }, { 11: three }), false)
})
