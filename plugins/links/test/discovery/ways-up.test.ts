import { assert, suite } from '@linecard/test-kit'
import { checkWaysUp, directionOf, findWaysUp, inferUps, isOtherWay } from '../../src/discovery/reference.ts'
import { aView, many, type Rows } from './by-hand.ts'

const test = suite('links: which port leads up')
const [unknown, top] = [-1, -3]
type Ways = { up: number[]; domain: number[]; split: number[] }

/** Ports of device `d` are `10 d` to `10 d + 9`; addresses from 50 on are stations. */
async function found(devices: Rows[], ...roots: number[]): Promise<Ways> {
  const view = await aView(devices)
  await findWaysUp(view, new Set(roots))
  return { up: [...view.up], domain: [...view.domain], split: [...view.split] }
}

test('the address that most devices have is the reference, and the port 0 is a port', async () => {
  const ways = await found([{ 0: [90], 1: [80] }, { 15: [90], 11: [81] }, { 25: [90] }, {}])
  assert.equal(ways, { up: [0, 15, 25, unknown], domain: [0, 0, 0, -1], split: [0, 0, 0, 0] })
})

test('an address that one device alone has is no reference, except it is of another device', async () => {
  assert.equal(await found([{ 1: [80] }, { 11: [81] }]), {
    up: [unknown, unknown],
    domain: [-1, -1],
    split: [0, 0],
  })
  assert.equal((await found([{ 1: [80] }, { 11: [81] }, {}])).up, [unknown, unknown, unknown])
  assert.equal(await found([{ 1: [80] }, { 11: [0], 12: [81] }]), {
    up: [top, 11],
    domain: [0, 0],
    split: [0, 0],
  })
})

test('the reference keeps its place whatever its own table says', async () => {
  assert.equal((await found([{ 1: [0] }, { 11: [0] }])).up, [top, 11])
})

test('a device that has lost the reference is found in the domain of the one above', async () => {
  const ways = await found([{ 1: [90], 2: [2] }, { 11: [90] }, { 21: [0], 22: [91] }, { 32: [91] }])
  assert.equal(
    [ways.up, ways.domain],
    [
      [1, 11, 21, unknown],
      [0, 0, 0, -1],
    ],
  )
})

test('a known gateway counts twice, another device hardly more than a station', async () => {
  const stations = (count: number): Rows[] => [
    {},
    { 11: [0], 12: [90] },
    { 21: [0], 22: [90] },
    ...many(3, count - 2).map(device => ({ [device * 10 + 2]: [90] })),
  ]
  // 2 × 1.1 beside 2, 3; 2 × 2 beside 4, 5.
  assert.equal((await found(stations(2))).up, [top, 11, 21])
  assert.equal((await found(stations(3))).up, [unknown, 12, 22, 32])
  assert.equal((await found(stations(3), 0)).up, [top, 11, 21, unknown])
  assert.equal((await found(stations(4), 0)).up, [top, 11, 21, unknown, unknown])
  assert.equal((await found(stations(5), 0)).up, [unknown, 12, 22, 32, 42, 52])
})

test('a device with the reference at several ports has no way up, nor a reference of its own', async () => {
  assert.equal(
    await found([{ 1: [90] }, { 11: [90] }, { [-2]: [90], 21: [1, 95] }, { 31: [90] }, { 41: [95] }]),
    { up: [1, 11, unknown, 31, unknown], domain: [0, 0, -1, 0, -1], split: [0, 0, 1, 0, 0] },
  )
})

test('two networks with nothing in common have a reference each', async () => {
  const ways = await found([{ 1: [90] }, { 11: [90] }, { 21: [91] }, { 31: [91] }])
  assert.equal(
    [ways.up, ways.domain],
    [
      [1, 11, 21, 31],
      [0, 0, 1, 1],
    ],
  )
})

test('what a domain has is not the reference of the next', async () => {
  const first: Rows[] = [{ 1: [90], 2: [85] }, { 11: [90] }, { 21: [90] }, { 31: [90] }]
  const ways = await found([...first, { 41: [0], 42: [91], 43: [85] }, { 51: [0], 52: [91], 53: [85] }])
  assert.equal(ways.up, [1, 11, 21, 31, 42, 52])
  assert.equal(ways.domain, [0, 0, 0, 0, 1, 1])
})

test('a device that a domain has in its tables gets no reference of its own', async () => {
  const ways = await found([{ 1: [90], 2: [3] }, { 11: [90] }, { 21: [90] }, { 31: [91] }, { 41: [91] }])
  assert.equal(ways.up, [1, 11, 21, unknown, unknown])
  assert.equal(ways.domain, [0, 0, 0, -1, -1])
})

/** Device 0 has its way up at its port 0, in domain 4, and device 1 at its port 1. The way up of device 1. */
async function inferred(
  zero: Rows,
  one: Rows,
  { more = [] as Rows[], up = unknown, split = 0 } = {},
): Promise<number> {
  const view = await aView([{ ...zero, 1: [1, ...(zero[1] ?? [])] }, one, ...more], {
    up: [0, up],
    domain: [4, -1],
  })
  view.split[1] = split
  await inferUps(view)
  assert.is(view.domain[1], view.up[1] === unknown || up !== unknown ? -1 : 4)
  return view.up[1]!
}

test('a device that has the one above at a port has its way up there', async () => {
  assert.is(await inferred({ 2: [80] }, { 11: [0], 12: [70] }, { more: [{ 21: [80] }] }), 11)
  assert.is(await inferred({}, { 11: [0] }, { split: 1 }), unknown)
  assert.is(await inferred({}, { 11: [0] }, { up: 13 }), 13)
})

test('three votes make a way up, two do not', async () => {
  assert.is(await inferred({ 2: [2, 80, 81] }, { 11: [2, 80, 81] }, { more: [{}] }), 11)
  assert.is(await inferred({ 2: [2, 80] }, { 11: [2, 80] }, { more: [{}] }), unknown)
  assert.is(await inferred({ 0: [2, 80, 81] }, { 11: [2, 80, 81] }, { more: [{}] }), 11)
})

test('19 of 20 votes make a way up, 18 of 19 do not', async () => {
  const votes = (yes: number) => inferred({ 2: many(50, yes + 1) }, { 11: [0, ...many(51, yes)], 12: [50] })
  assert.is(await votes(16), 11)
  assert.is(await votes(15), unknown)
})

test('stations alone, or stations against devices, make no way up', async () => {
  const stations = many(50, 20)
  assert.is(await inferred({ 2: stations }, { 11: stations }), unknown)
  assert.is(await inferred({ 2: [2, ...stations] }, { 11: stations, 12: [2] }, { more: [{}] }), unknown)
  assert.is(
    await inferred({ 2: [2, ...stations] }, { 11: [0, ...stations], 12: [2] }, { more: [{}] }),
    unknown,
  )
})

test('what the one above has at the same port, or at several, says nothing', async () => {
  assert.is(await inferred({ 1: [80, 81, 82] }, { 11: [0], 12: [80, 81, 82] }), 11)
  assert.is(await inferred({ [-2]: [80, 81, 82] }, { 11: [0], 12: [80, 81, 82] }), 11)
  assert.is(await inferred({ 2: [80, 81, 82] }, { 11: [0], [-2]: [80, 81, 82] }), 11)
})

test('rows of the next device do not vote, nor rows after the 2,000th', async () => {
  assert.is(await inferred({ 2: many(50, 9) }, { 11: [0] }, { more: [{ 21: many(50, 9) }] }), 11)
  const long = { 11: [0], 12: many(100, 2009) }
  assert.is(await inferred({ 2: many(2100, 9) }, long), 11)
  assert.is(await inferred({ 2: many(100, 9) }, long), unknown)
})

test('the port 0 leads up, and a wrong way up at the port 0 is taken away', async () => {
  const lost = await aView([{ 0: [1] }, { 11: [0] }], { up: [unknown, 10], domain: [-1, 4] })
  await inferUps(lost)
  assert.equal([...lost.up], [0, 10])
  const wrong = await aView([{ 1: [1] }, { 11: [0] }], { up: [0, top], domain: [0, 0] })
  await checkWaysUp(wrong)
  assert.equal([...wrong.up, ...wrong.split], [unknown, top, 1, 0])
})

test('a way up that is not known, or not needed, is not taken away', async () => {
  for (const way of [unknown, top]) {
    const view = await aView([{ 1: [1], 2: [60, 61, 62] }, { 11: [60, 61, 62] }], {
      up: [5, way],
      domain: [0, 0],
    })
    await checkWaysUp(view)
    assert.equal([...view.up, ...view.split], [5, way, 0, 0])
  }
})

test('a less wrong way up is taken away after the worst, if others contradict it as well', async () => {
  const view = await aView(
    [
      { 1: [1], 2: [50, 51, 52], 3: [2], 4: many(60, 6) },
      { 11: [50, 51, 52] },
      { 24: many(60, 3), 25: many(63, 3) },
    ],
    { up: [top, 12, 25], domain: [0, 0, 0] },
  )
  await checkWaysUp(view)
  assert.equal([...view.up], [top, unknown, unknown])
})

test('a way up that was found tells the next one', async () => {
  const view = await aView([{ 1: [2] }, { 15: [2] }, { 25: [0], 21: [1] }], {
    up: [0, unknown, unknown],
    domain: [4, -1, -1],
  })
  await inferUps(view)
  assert.equal([...view.up], [0, 15, 25])
  assert.equal([...view.domain], [4, 4, 4])
})

/** Device 0 is the reference and has device 1 at its port 1; device 1 has its way up at port 12. Is it kept? */
async function kept(zero: Rows, one: Rows, more: Rows[] = []): Promise<boolean> {
  const view = await aView([{ ...zero, 1: [1] }, one, ...more], { up: [top, 12], domain: [0, 0] })
  await checkWaysUp(view)
  const ends = [view.up[1], view.split[1]].join()
  assert.ok(ends === '12,0' || ends === '-1,1', ends)
  return ends === '12,0'
}

test('a way up that the one above contradicts is taken away', async () => {
  assert.is(await kept({}, { 11: [0] }), false)
  assert.is(await kept({}, { 12: [0] }), true)
})

test('two votes against a way up are not enough, three are', async () => {
  assert.is(await kept({ 2: [80, 81] }, { 11: [80, 81] }), true)
  assert.is(await kept({ 2: [80, 81, 82] }, { 11: [80, 81, 82] }), false)
})

test('a fifth of the votes against a way up is not too much, by devices alone or by all', async () => {
  const all = (good: number) => kept({ 2: many(50, good + 3) }, { 12: many(53, good), 11: [50, 51, 52] })
  assert.is(await all(12), true)
  assert.is(await all(11), false)
  assert.is(await kept({ 2: many(50, 27) }, { 12: many(50, 27), 11: [0] }), false)
})

/** Device 1 is wrong, and says that device 2 is: `against` votes of `all`. The ways up afterwards. */
async function worst(against: number, good: number): Promise<number[]> {
  const own = many(60, against + good)
  const view = await aView(
    [
      { 1: [1], 2: [50, 51, 52] },
      { 11: [50, 51, 52], 13: [2], 14: own },
      { 24: own.slice(0, against), 25: own.slice(against) },
    ],
    { up: [top, 12, 25], domain: [0, 0, 0] },
  )
  await checkWaysUp(view)
  return [...view.up]
}

test('the worst way up goes first, and with it what it contradicted', async () => {
  assert.equal(await worst(3, 3), [top, unknown, 25])
  assert.equal(await worst(8, 1), [top, unknown, 25])
  assert.equal(await worst(9, 1), [top, unknown, unknown])
})

test('the first 16 above are asked about a way up', async () => {
  const after = async (speaks: number): Promise<number> => {
    const devices = many(0, 17).map((at): Rows => ({
      [at * 10 + 1]: [17],
      ...(at === speaks && { [at * 10 + 2]: [80, 81, 82] }),
    }))
    const up = [...many(0, 17).map(at => at * 10), 170]
    const view = await aView([...devices, { 171: [80, 81, 82] }], { up, domain: up.map(() => 0) })
    await checkWaysUp(view)
    return view.up[17]!
  }
  assert.is(await after(0), unknown)
  assert.is(await after(15), unknown)
  assert.is(await after(16), 170)
})

test('two devices on another way than the way up show another way, one or stations do not', async () => {
  const other = async (zero: Rows, one: Rows) =>
    isOtherWay(await aView([zero, one, {}, {}], { up: [0, 12], domain: [0, 0, 0, 0] }), {
      device: 1,
      higher: 0,
      at: 1,
    })
  assert.is(await other({ 2: [2, 3] }, { 11: [2, 3] }), true)
  assert.is(await other({ 2: [2, 3] }, { 11: [2], 12: [3] }), false)
  assert.is(await other({ 2: [2, 3] }, { 12: [2, 3] }), false)
  assert.is(await other({ 1: [2, 3] }, { 11: [2, 3] }), false)
  assert.is(await other({ 2: [2, 80, 81] }, { 11: [2, 80, 81] }), false)
  assert.is(await other({}, { 11: [0] }), true)
})

test('which end is the upper one: by the way up of the other, or by what one has of the other', async () => {
  const view = (up: number[], ...devices: Rows[]) => aView(devices, { up, domain: [0, 0] })
  const way = async (up: number[], zero: Rows = {}, one: Rows = {}) =>
    directionOf(await view(up, zero, one), 0, 1, 1, 11)
  assert.is(await way([2, 11]), 'a')
  assert.is(await way([1, 12]), 'b')
  assert.is(await way([2, 12]), null)
  assert.is(await way([1, 11]), null)
  assert.is(await way([unknown, 11]), null)
  assert.is(await way([2, unknown]), null)
  assert.is(await way([2, unknown], { 1: [1] }), 'a')
  assert.is(await way([2, unknown], { 3: [1] }), null)
  assert.is(await way([2, unknown], {}, { 11: [0] }), 'a')
  assert.is(await way([unknown, 12], { 1: [1] }), 'b')
  assert.is(await way([unknown, 12], {}, { 11: [0] }), 'b')
  assert.is(await way([unknown, 12], {}, { 13: [0] }), null)
  assert.is(await way([2, 12], { 1: [1] }, { 11: [0] }), null)
  assert.is(await way([unknown, unknown], { 1: [1] }, { 11: [0] }), null)
})
