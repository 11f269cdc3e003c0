import { assert, suite } from '@linecard/test-kit'
import { mayBeBetween } from '../../src/discovery/between.ts'
import { linksByTables, type Shown } from '../../src/discovery/by-tables.ts'
import { besides, chainOf, growTree, isUnder, move } from '../../src/discovery/tree.ts'
import { aTree, aView, many, type Rows } from './by-hand.ts'

const test = suite('links: the tree of tables, and what may be between')
const [unknown, top] = [-1, -3]
const three = many(60, 3)
const six = (first: number) => many(first, 6)

/** Device 0 has its way up at its port 5, device `d` at `10 d`. */
async function grown(devices: Rows[], up: Readonly<Record<number, number>> = {}) {
  const ways = devices.map((_, at) => up[at] ?? (at === 0 ? 5 : at * 10))
  const { parent, port, open, loose, children } = await growTree(
    await aView(devices, { up: ways, domain: devices.map(() => 0) }),
  )
  assert.equal(
    children.map(list => [...list]),
    [-1, ...parent.keys()].map(one => [...parent.keys()].filter(at => parent[at] === one)),
  )
  return { parent: [...parent], port: [...port], open, loose }
}

test('a device hangs at the lowest one above it, at the port 0 too', async () => {
  const chain = await grown([{ 0: [1, 2] }, { 11: [2] }, {}])
  assert.equal(
    [chain.parent, chain.port, chain.open],
    [
      [-1, 0, 1],
      [-1, 0, 11],
      [[], [], []],
    ],
  )
  const other = await grown([{ 1: [2] }, { 11: [0, 2] }, {}])
  assert.equal(
    [other.parent, other.port, other.open],
    [
      [1, -1, 0],
      [11, -1, 1],
      [[], [], []],
    ],
  )
})

test('two devices that have each other below are neither above nor below', async () => {
  assert.equal((await grown([{ 0: [1] }, { 11: [0] }])).parent, [-1, -1])
})

test('another one above stays open, except it is the reference or above a higher one', async () => {
  const apart = await grown([{ 1: [2] }, { 11: [2] }, {}])
  assert.equal(
    [apart.parent, apart.open, apart.loose],
    [
      [-1, -1, 0],
      [[], [], [1]],
      [[], [2], []],
    ],
  )
  assert.equal((await grown([{ 1: [2] }, { 11: [2] }, {}], { 1: top })).open, [[], [], []])
  const higher: Rows = { 11: [4, 3] }
  assert.equal((await grown([{ 0: [4, 1] }, higher, {}, { 31: [4] }, {}])).open[4], [])
  assert.equal((await grown([{ 0: [4, 3] }, { 11: [4] }, {}, { 31: [4] }, {}])).open[4], [1])
  assert.equal((await grown([{ 0: [4, 3] }, {}, {}, { 31: [4] }, {}])).open[4], [])
})

test('the order of those above is looked for beside 64 that are higher, not beside 65', async () => {
  // Device 1 hangs at 2, below the higher ones; 3 has one of these below itself.
  const open = async (higher: number) => {
    const rows = many(4, higher).map((at): Rows => ({ [at * 10 + 1]: [1, 2] }))
    const tree = await grown([{}, {}, { 21: [1] }, { 31: [1, 4] }, ...rows])
    return [tree.parent[1], tree.open[1]]
  }
  assert.equal(
    [await open(64), await open(65)],
    [
      [2, []],
      [2, [3]],
    ],
  )
})

test('a circle of parents has an end', () => {
  assert.equal(new Set(chainOf(aTree([1, 0], [1, 1]), 0)), new Set([0, 1]))
  assert.equal(new Set(chainOf(aTree([1, 2, 3, 1], [1, 1, 1, 1]), 0)), new Set([0, 1, 2, 3]))
  assert.equal([...chainOf(aTree([-1, 0, 1, 2], [-1, 1, 1, 1]), 3)], [3, 2, 1, 0])
  assert.equal([...chainOf(aTree([1, 2, 3, 4, -1], [1, 1, 1, 1, -1]), 0)], [0, 1, 2, 3, 4])
})

test('a device is under itself and all above it, and moves with its children', () => {
  const tree = aTree([-1, 0, 1, 0], [-1, 1, 11, 2])
  const under = (high: number) => many(0, 4).filter(low => isUnder(tree, high, low))
  assert.equal(many(0, 4).map(under), [[0, 1, 2, 3], [1, 2], [2], [3]])
  move(tree, 1, 3, 31)
  assert.equal([...tree.parent, ...tree.port], [-1, 3, 1, 0, -1, 31, 11, 2])
  assert.equal(
    tree.children.map(list => [...list]),
    [[0], [3], [2], [], [1]],
  )
  move(tree, 3, -1, -1)
  assert.equal([...tree.children[0]!], [0, 3])
})

test('beside a device is what hangs at its port, or at one that is not known', () => {
  const at = (...port: number[]) => [...besides(aTree([-1, 0, 0, 0], [-1, ...port], { 3: [0] }), 1)]
  assert.equal(at(1, 1, 2), [3, 2])
  assert.equal(at(1, 2, 2), [3])
  assert.equal(at(1, -1, 2), [3, 2])
  assert.equal(at(-1, 1, 2), [3, 2, 3])
  assert.equal([...besides(aTree([-1, -1], [-1, -1], { 1: [0] }), 0)], [1])
})

interface Around {
  up?: number[]
  domain?: number[]
  parent?: number[]
  port?: number[]
  open?: Record<number, number[]>
  counts?: (device: number) => boolean
}
/** Who may be between port 1 of device 0 and device 1. Device 2 hangs at the same port, if not said otherwise. */
async function between(devices: Rows[], more: Around = {}): Promise<number[]> {
  const { up = [5, 10, 20, 30], domain = [0, 0, 0, 0], parent = [-1, 0, 0], port = [-1, 1, 1] } = more
  const view = await aView(devices, {
    up: up.slice(0, devices.length),
    domain: domain.slice(0, devices.length),
  })
  return mayBeBetween(view, aTree(parent, port, more.open), { high: 0, port: 1, low: 1 }, more.counts)
}

test('beside the lower end may be between whoever is seen, sees the lower end or shares the port', async () => {
  assert.equal(await between([{ 1: [1, 2] }, {}, {}]), [2])
  assert.equal(await between([{ 1: [1] }, {}, { 21: [1] }]), [2])
  assert.equal(await between([{ 1: [1, 50] }, {}, { 21: [50] }]), [2])
  assert.equal(await between([{ 1: [1], 2: [50] }, {}, { 21: [50] }]), [])
  assert.equal(await between([{ 1: [1] }, {}, {}]), [])
  assert.equal(await between([{}, {}, { 21: [1] }]), [2])
  assert.equal(await between([{ 1: [1, ...six(50)] }, {}, {}]), [])
  assert.equal(await between([{ 1: [1, 2] }, {}, {}], { counts: at => at !== 2 }), [])
  assert.equal(await between([{ 1: [1, 2] }, {}, {}], { port: [-1, 1, 2] }), [])
  assert.equal(await between([{ 1: [1, 2] }, {}, {}], { port: [-1, 1, 2], open: { 1: [2] } }), [2])
})

test('a device of another domain is not between', async () => {
  const at = (domain: number[], up = 20) => between([{ 1: [1, 2] }, {}, {}], { domain, up: [5, 10, up] })
  assert.equal(await at([0, 0, 3]), [])
  assert.equal(await at([0, 0, -1], unknown), [2])
})

test('with six rows a device must have something in common with the lower end, or with the port', async () => {
  const at = (zero: number[], one: number[], elsewhere: number[] = []) =>
    between([{ 1: [1, ...zero], 2: elsewhere }, { 11: one }, { 21: six(50) }])
  assert.equal(await at(six(70), six(80)), [])
  assert.equal(await at(six(70), six(55)), [2])
  assert.equal(await at(six(55), six(80)), [2])
  assert.equal(await at(six(70), six(80), [55]), [])
})

test('what hangs below a device that belongs above the upper end may be between', async () => {
  const tree = { parent: [-1, 0, 0, 2], port: [-1, 1, 1, 21] }
  const devices: Rows[] = [{ 1: [1, 3] }, {}, { 21: [1] }, {}]
  assert.equal(await between(devices, { ...tree, up: [5, 10, top, 30] }), [3])
  assert.equal(await between(devices, tree), [2])
  const loose = { parent: [-1, 0, 0, -1], port: [-1, 1, 1, -1], open: { 3: [2] } }
  assert.equal(await between(devices, { ...loose, up: [5, 10, top, 30] }), [3])
})

test('what may hang at two such devices is told once, wherever it hangs in the tree', async () => {
  const apart = { parent: [-1, 0, 0, 0, 5, -1], port: [-1, 1, 1, 1, 51, -1], open: { 4: [2, 3] } }
  const ways = { up: [5, 10, 20, 30, 40, 50], domain: many(0, 6).map(() => 0) }
  const devices: Rows[] = [{ 1: [1, 4] }, {}, { 21: [0, 1] }, { 31: [0, 1] }, {}, {}]
  assert.equal(await between(devices, { ...apart, ...ways }), [4])
})

test('what hangs at a device of the way up itself is in another branch, and the way is not between', async () => {
  const other = { port: [-1, 1, 2], open: { 1: [0] } }
  assert.equal(await between([{ 1: [1] }, {}, { 21: [1] }], other), [])
  const lost = { up: [5, 10, top, unknown], parent: [-1, 3, 0, 0], port: [-1, 31, 1, 1], open: { 3: [2] } }
  assert.equal(await between([{ 1: [1, 2, 3] }, {}, {}, { 31: [1] }], lost), [])
})

test('no more than 65 that may be between are told, and nothing is proven beside more than 2,000', async () => {
  const beside = (count: number, rows: (device: number) => Rows) => {
    const all = many(0, count + 2)
    return between([{ 1: all.slice(1) }, {}, ...many(2, count).map(rows)], {
      up: all.map(at => at * 10 || 5),
      domain: all.map(() => 0),
      parent: all.map(at => (at === 0 ? -1 : 0)),
      port: all.map(at => (at === 0 ? -1 : 1)),
    })
  }
  assert.equal([(await beside(64, () => ({}))).length, (await beside(70, () => ({}))).length], [64, 65])
  // Each of them has the lower end on its way up, so it is not between.
  const aside = async (count: number) => (await beside(count, at => ({ [at * 10]: [1] }))).length
  assert.equal([await aside(2000), await aside(2001)], [0, 65])
})

/** The link of device 1 to device 0, whose port 1 it is at. */
async function shown(
  devices: Rows[],
  { up, domain, parent, port, split = 0 }: Around & { split?: number } = {},
) {
  const all = devices.map((_, at) => at)
  const view = await aView(devices, {
    up: up ?? all.map(at => (at === 0 ? 5 : at * 10)),
    domain: domain ?? all.map(() => 0),
  })
  view.split[0] = split
  const tree = aTree(parent ?? all.map(at => (at === 1 ? 0 : -1)), port ?? all.map(at => (at === 1 ? 1 : -1)))
  return (await linksByTables(view, tree)).find(({ lower }) => lower === 1)!
}
const brief = ({ sure, shared, confidence, maybe }: Shown): string =>
  `${sure ? 'sure ' : ''}${shared ? 'shared ' : ''}${confidence.toFixed(4)} ${maybe.join()}`.trim()

test('a link that nothing is against is sure', async () => {
  assert.equal(await shown([{ 1: [1] }, { 10: [0] }]), {
    upper: 0,
    upperPort: 1,
    lower: 1,
    lowerPort: 10,
    sure: true,
    shared: false,
    confidence: 0.95,
    maybe: [],
  })
})

test('a port or way up that is not known, a split, or a contradiction makes a link unsure', async () => {
  assert.is(brief(await shown([{ 1: [1] }, {}], { port: [-1, -1] })), '0.7000')
  const lost = await shown([{ 1: [1] }, {}], { up: [5, unknown] })
  assert.equal([brief(lost), lost.lowerPort], ['0.7000', -1])
  assert.is(brief(await shown([{ 1: [1] }, {}], { split: 1 })), '0.7000')
  assert.is(brief(await shown([{ 1: [1], 2: three }, { 11: three }])), '0.7000')
  assert.is(brief(await shown([{ 1: [1] }, { 11: [0] }])), '0.7000')
  assert.is(brief(await shown([{ 1: [1], 2: [2, 3] }, { 11: [2, 3] }, {}, {}])), '0.7000')
})

test('the port 0 is a port, above and below; that of the reference leads nowhere', async () => {
  const lower = async (up: number) => (await shown([{ 1: [1] }, {}], { up: [5, up] })).lowerPort
  assert.equal([await lower(0), await lower(top)], [0, -1])
  // 0.7 × 0.8: the upper end does not have the lower one.
  assert.is(brief(await shown([{}, {}], { port: [-1, 0], split: 1 })), '0.5600')
  assert.is(brief(await shown([{ 1: [1, 2] }, { 11: three }, { 0: three }], beside(1))), '0.4250 2')
  assert.is(brief(await shown([{ 1: [1, 2] }, {}, { 0: [1] }], beside(1))), '0.4250 2')
})

const beside = (count: number) => ({
  parent: [-1, ...many(0, count + 1).map(() => 0)],
  port: [-1, ...many(0, count + 1).map(() => 1)],
})

test('each device that may be between makes a link less likely, more so if it has the same below', async () => {
  // 0.85 × 0.93, × 0.5; × 0.8 where the upper end does not have the lower one.
  assert.is(brief(await shown([{ 1: [1, 2] }, {}, {}], beside(1))), '0.7905 2')
  assert.is(brief(await shown([{ 1: [2] }, {}, {}], beside(1))), '0.6324 2')
  assert.is(brief(await shown([{ 1: [1, 2] }, {}, { 21: [1] }], beside(1))), '0.4250 2')
  assert.is(brief(await shown([{ 1: [1, 2] }, { 11: three }, { 21: three }], beside(1))), '0.4250 2')
  // 0.7 × 0.93
  assert.is(brief(await shown([{ 1: [1, 2] }, {}, {}], { ...beside(1), split: 1 })), '0.6510 2')
})

test('eight that may be between are counted, and a guess is at least 0.1', async () => {
  const around = async (count: number, rows: Rows) => {
    const others = many(2, count).map((at): Rows => (rows[0] ? { [at * 10 + 1]: rows[0] } : {}))
    return (await shown([{ 1: many(1, count + 1) }, {}, ...others], beside(count))).confidence.toFixed(4)
  }
  // 0.85 × 0.93 ** 7 and ** 8
  assert.equal(
    [await around(7, {}), await around(8, {}), await around(9, {})],
    ['0.5114', '0.4756', '0.4756'],
  )
  // 0.85 × 0.5 ** 2 and, below the least, ** 4
  assert.equal([await around(2, { 0: [1] }), await around(4, { 0: [1] })], ['0.2125', '0.1000'])
})

test('two devices at a port that have each other on their way up share it', async () => {
  const both = async (one: Rows, two: Rows, port = 1, more: Around = {}) =>
    (
      await shown([{ 1: [1], 2: [], [port]: port === 1 ? [1, 2] : [2] }, one, two], {
        parent: [-1, 0, 0],
        port: [-1, 1, port],
        ...more,
      })
    ).shared
  assert.is(await both({ 10: [2] }, { 20: [1] }), true)
  assert.is(await both({ 10: [2] }, { 21: [1] }), false)
  assert.is(await both({ 10: [2] }, {}), false)
  assert.is(await both({ 10: [2] }, { 20: [1] }, 2), false)
  assert.is(await both({}, { 20: [1] }), true)
  assert.is(await both({ 11: three }, { 20: [1], 21: three }), false)
  assert.is(await both({ 10: [2], 11: three }, { 20: [1], 21: three }), true)
  for (const port of [
    [-1, 1, -1],
    [-1, -1, -1],
  ])
    assert.is(await both({ 10: [2] }, { 20: [1] }, 1, { port }), false, `${port}`)
  assert.is(await both({ 10: [2] }, {}, 1, { up: [5, 10, unknown] }), false)
  assert.is(await both({ 10: [2] }, { 0: [1] }, 1, { up: [5, 10, 0] }), true)
  assert.is(await both({ 11: three }, { 20: [1], 0: three }), false)
})

test('three addresses between the two ends share the link, two do not', async () => {
  const isShared = async (zero: Rows, one: Rows, more: Around = {}) => (await shown([zero, one], more)).shared
  assert.is(await isShared({ 1: [1, ...three] }, { 10: three }), true)
  assert.is(await isShared({ 1: [1, 60, 61] }, { 10: three }), false)
  assert.is(await isShared({ 1: [1, ...three] }, { 10: [60, 61], 11: [62] }), false)
  assert.is(await isShared({ 1: [1, ...three] }, { 10: three }, { up: [5, unknown] }), false)
  assert.is(await isShared({ 1: [1, ...three] }, { 10: three }, { up: [1, 10] }), false)
  assert.is(await isShared({}, { 10: three }, { port: [-1, -1] }), false)
  // The next device has the third address at a port of the same number.
  assert.is((await shown([{ 1: [1, ...three] }, { 10: [60, 61] }, { 10: [62] }])).shared, false)
})
