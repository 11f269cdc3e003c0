import { assert, suite } from '@linecard/test-kit'
import type { Told } from '../../src/discovery/agree.ts'
import { directed, followTold, hangLower, hangTold } from '../../src/discovery/place.ts'
import { mayBePassed } from '../../src/discovery/quiet.ts'
import { judge, type Judged } from '../../src/discovery/verdict.ts'
import { aTree, aView, many, type Rows } from './by-hand.ts'

const test = suite('links: what is believed of neighbours, and where devices hang')
const unknown = -1
const three = many(60, 3)

interface Given {
  up?: number[]
  domain?: number[]
  quiet?: number[]
  tell?: number[]
  strangers?: Record<number, string[]>
  parent?: number[]
  port?: number[]
  open?: Record<number, number[]>
  fdb?: string
}
/** Device 0 has its way up at port 5, device `d` at `10 d`. Ports 6 and 7 make 8. */
async function knownOf(devices: Rows[], given: Given = {}) {
  const all = devices.map((_, at) => at)
  const { up = all.map(at => at * 10 || 5), domain = all.map(() => 0), fdb = 'whole' } = given
  const trunk = Int32Array.from(many(0, 10 * all.length), at => (at === 6 || at === 7 ? 8 : at))
  return {
    network: { trunk, devices: all.map(id => ({ id, fdb })) } as never,
    view: await aView(devices, { up, domain }),
    tree: aTree(given.parent ?? all.map(() => -1), given.port ?? all.map(() => -1), given.open),
    claims: {
      list: [],
      tell: new Set(given.tell),
      strangers: new Map(
        Object.entries(given.strangers ?? {}).map(([at, names]) => [Number(at), new Set(names)]),
      ),
    },
    quiet: new Set(given.quiet),
  }
}
const says = (a: number, aPort: number, b: number, bPort: number, more: Partial<Told> = {}): Told => ({
  a,
  aPort,
  b,
  bPort,
  by: 'lldp',
  both: false,
  strong: true,
  ...more,
})
const both = { both: true }

/** `a-b`, how surely and why; then what is dropped. */
async function judged(
  told: Told[],
  devices: Rows[] = [{}, {}, {}, {}],
  given: Given = {},
): Promise<string[]> {
  const { links, dropped } = await judge(await knownOf(devices, given), told)
  return [
    ...links.map(
      ({ a, b, sure, shared, supported, confidence, remark }) =>
        `${a}-${b} ${confidence}${sure ? ' sure' : ''}${shared ? ' shared' : ''}${supported ? ' supported' : ''}: ${remark}`,
    ),
    ...dropped.map(({ a, b }) => `${a}-${b} dropped`),
  ]
}

test('both sides are believed, one side as far as it can know', async () => {
  assert.equal(await judged([says(0, 1, 1, 10, both)]), ['0-1 0.98 sure: null'])
  assert.equal(await judged([says(0, 1, 1, 10)]), ['0-1 0.75: the other side tells no neighbours'])
  assert.equal(await judged([says(0, 1, 1, 10)], undefined, { tell: [1] }), [
    '0-1 0.5: the other side does not say so',
  ])
  assert.equal(await judged([says(0, 1, 1, 10, { strong: false })]), [
    '0-1 0.5: only a name says which device it is',
  ])
  for (const one of [says(0, -1, 1, 10), says(0, 1, 1, -1)])
    assert.equal(await judged([one]), ['0-1 0.6: a port is not known'])
  assert.equal(await judged([says(0, 0, 1, 10)]), ['0-1 0.75: the other side tells no neighbours'])
  assert.equal(await judged([says(1, 10, 0, 0)]), ['1-0 0.75: the other side tells no neighbours'])
})

test('the table of either side supports one side, not at another port and not beside a stranger', async () => {
  const supported = '0-1 0.85 supported: the FDB says the same'
  const alone = '0-1 0.75: the other side tells no neighbours'
  assert.equal(await judged([says(0, 1, 1, 10)], [{ 1: [1] }, {}]), [supported])
  assert.equal(await judged([says(0, 1, 1, 10)], [{}, { 10: [0] }]), [supported])
  assert.equal(await judged([says(0, 6, 1, 10)], [{ 8: [1] }, {}]), [supported])
  assert.equal(await judged([says(0, 0, 1, 10)], [{ 0: [1] }, {}]), [supported])
  assert.equal(await judged([says(0, 1, 1, 10)], [{ 2: [1] }, { 11: [0] }]), [alone])
  assert.equal(await judged([says(0, 1, 1, 10)], [{ 1: [1] }, {}], { strangers: { 10: ['x'] } }), [alone])
})

test('a row of one side is old where two others agree on its port', async () => {
  const agreed = says(0, 0, 1, 10, both)
  assert.equal(await judged([agreed, says(2, 20, 1, 10)]), ['0-1 0.98 sure: null', '2-1 dropped'])
  assert.equal(await judged([agreed, says(0, 0, 2, 20)]), ['0-1 0.98 sure: null', '0-2 dropped'])
  assert.equal(await judged([agreed, says(2, 20, 3, -1)]), [
    '0-1 0.98 sure: null',
    '2-3 0.6: a port is not known',
  ])
  const bare = says(0, -1, 1, -1, both)
  assert.equal(await judged([bare, says(2, -1, 3, 30)]), [
    '0-1 0.98 sure: null',
    '2-3 0.6: a port is not known',
  ])
})

test('several neighbours at a port share something', async () => {
  const many2 = [says(0, 1, 1, 10, both), says(0, 1, 2, 20, both)]
  assert.equal(await judged(many2), [
    '0-1 0.35 shared: a port has several neighbours',
    '0-2 0.35 shared: a port has several neighbours',
  ])
  assert.equal(await judged([says(0, 1, 2, 20), says(1, 10, 2, 20)]), [
    '0-2 0.4: a port has several neighbours',
    '1-2 0.4: a port has several neighbours',
  ])
  assert.equal(await judged([says(0, 0, 1, 10), says(0, 0, 2, 20)]), [
    '0-1 0.4: a port has several neighbours',
    '0-2 0.4: a port has several neighbours',
  ])
  assert.equal(await judged([says(0, 1, 1, 10), says(0, 1, 1, -1)]), [
    '0-1 0.75: the other side tells no neighbours',
    '0-1 0.6: a port is not known',
  ])
})

test('a stranger that both sides hear is between', async () => {
  const heard = (one: string[], other: string[]) =>
    judged([says(0, 1, 1, 10, both)], undefined, { strangers: { 1: one, 10: other } })
  assert.equal(await heard(['x', 'y'], ['y', 'z']), ['0-1 0.98 sure shared: null'])
  assert.equal(await heard(['x'], ['y']), ['0-1 0.98 sure: null'])
  for (const at of [1, 10])
    assert.equal(await judged([says(0, 1, 1, 10, both)], undefined, { strangers: { [at]: ['x'] } }), [
      '0-1 0.98 sure: null',
    ])
})

test('a told link is dropped where a table shows another device between', async () => {
  const seen = (zero: Rows, two: Rows, link = says(0, 1, 1, 10, both)) => judged([link], [zero, {}, two])
  assert.equal(await seen({ 1: [1, 2] }, { 21: [1] }), ['0-1 dropped'])
  assert.equal(await seen({ 1: [1, 2] }, { 21: [1] }, says(1, 10, 0, 1, both)), ['1-0 dropped'])
  assert.equal(await seen({ 8: [2] }, { 21: [1] }, says(0, 6, 1, 10, both)), ['0-1 dropped'])
  assert.equal(await seen({ 0: [2] }, { 21: [1] }, says(0, 0, 1, 10, both)), ['0-1 dropped'])
  assert.equal(await seen({ 2: [2], 1: [1] }, { 21: [1] }), ['0-1 0.98 sure: null'])
  assert.equal(await seen({ 1: [1, 2] }, { 20: [1] }), ['0-1 0.98 sure: null'])
  // The upper end itself is not between, though it has its own address at the port.
  assert.equal(await seen({ 1: [0, 1] }, {}), ['0-1 0.98 sure: null'])
  assert.equal(await seen({ 1: [1, 2] }, { 21: [1] }, says(0, -1, 1, 10, both)), ['0-1 0.98 sure: null'])
})

test('a told link is unsure where a silent device may be between', async () => {
  const given = { quiet: [2] }
  const devices: Rows[] = [{ 1: [2] }, {}, {}]
  assert.equal(await judged([says(0, 1, 1, -1, both)], devices, given), [
    '0-1 0.55: a device without LLDP may be between',
  ])
  assert.equal(await judged([says(0, 1, 1, -1)], devices, given), [
    '0-1 0.4: a device without LLDP may be between',
  ])
})

/** Whether silent device 2, if it is said to be silent, may pass what device 0 and device 1 say. */
const passed = async (devices: Rows[], given: Given = {}, link = says(0, 1, 1, 11)) =>
  mayBePassed(await knownOf(devices, { quiet: [2], ...given }), link)

test('without tables of both ends, a silent device passes LLDP on if it is seen and hangs nowhere else', async () => {
  assert.is(await passed([{}, {}, { 21: [50] }]), true)
  assert.is(await passed([{}, {}, { 21: [50] }], { quiet: [] }), false)
  assert.is(await passed([{}, {}, { 21: [50] }], { quiet: [0, 1] }), false)
  assert.is(await passed([{}, {}, {}]), false)
  assert.is(await passed([{}, {}, {}, { 31: [2] }]), true)
  const domain = (...list: number[]) => passed([{}, {}, { 21: [50] }], { domain: list })
  assert.equal([await domain(1, 1, 0), await domain(-1, -1, 0), await domain(1, 1, -1)], [false, true, true])
})

test('a silent device in another branch than both ends, or surely at another device, passes nothing on', async () => {
  const branch = (three_: Rows) => passed([{}, {}, { 21: [50] }, three_])
  assert.is(await branch({ 31: [2], 32: [0], 33: [1] }), false)
  assert.is(await branch({ 31: [0, 2], 33: [1] }), true)
  assert.is(await branch({ 31: [1, 2], 33: [0] }), true)
  assert.is(await branch({ 31: [2], 32: [0] }), true)
  assert.is(await branch({ 31: [2], 33: [1] }), true)
  const hangs = (at: number, port: number) =>
    passed([{}, {}, { 21: [50] }, { 31: [2] }], { parent: [-1, -1, at, -1], port: [-1, -1, port, -1] })
  assert.equal(
    [await hangs(3, 31), await hangs(3, -1), await hangs(0, 1), await hangs(-1, -1)],
    [false, true, true, true],
  )
})

test('what two ends hear is not passed on by one of them', async () => {
  for (const quiet of [0, 1]) assert.is(await passed([{}, {}, { 21: [0, 1] }], { quiet: [quiet] }), false)
})

test('the port 0 of a third device tells branches apart, too', async () => {
  const link = says(1, 11, 3, 31)
  const branch = (zero: Rows, given?: Given) => passed([zero, {}, { 21: [50] }, {}], given, link)
  assert.is(await branch({ 4: [2], 0: [1], 3: [3] }), false)
  assert.is(await branch({ 4: [2], 0: [3], 3: [1] }), false)
  assert.is(await branch({ 0: [2] }), true)
  assert.is(await branch({ 0: [2] }, { parent: [-1, -1, 0, -1], port: [-1, -1, 0, -1] }), false)
})

test('with a table, an unknown port may hide anything; known ports are looked at', async () => {
  const zero = { 1: [50] }
  assert.is(await passed([zero, {}, {}], {}, says(0, -1, 1, 11)), true)
  assert.is(await passed([zero, {}, {}], {}, says(0, 1, 1, -1)), true)
  assert.is(await passed([{}, { 12: [50] }, {}], {}, says(0, -1, 1, 11)), true)
  // So it is where the other end is the upper one, and has the lower one at the port that it tells.
  const lost = { up: [5, unknown, 20] }
  assert.is(await passed([{ 1: [1] }, {}, {}], lost, says(0, 1, 1, -1)), true)
  assert.is(await passed([{ 1: [1] }, {}, {}], lost, says(1, -1, 0, 1)), true)
  // Nobody knows which end is the upper one, and something is learnt at port 1.
  assert.is(await passed([zero, { 12: [50] }, {}]), true)
  // Nothing is learnt at both ports, and nobody has seen the silent device.
  const idle: Rows[] = [{ 2: [50] }, { 12: [50] }, {}]
  assert.is(await passed(idle), false)
  assert.is(await passed(idle, { fdb: 'part' }), true)
  assert.is(await passed([{ 2: [50] }, {}, {}]), true)
  assert.is(await passed([{ 2: [50] }, { 11: [51], 12: [50] }, {}]), true)
  assert.is(await passed([{ 2: [50] }, { 12: [50] }, { 21: [51] }]), true)
  assert.is(await passed([{ 2: [50] }, {}, { 21: [51] }, {}], { quiet: [3] }), true)
  for (const link of [says(0, 0, 1, 11), says(1, 11, 0, 0)]) assert.is(await passed(idle, {}, link), false)
})

test('at idle ports, a silent device passes nothing on if its table has nothing in common with either', async () => {
  const six = (first: number) => many(first, 6)
  const at = (silent: number) => passed([{ 2: six(50) }, { 12: six(60) }, { 21: six(silent) }])
  assert.equal([await at(70), await at(45), await at(65)], [false, true, true])
})

test('a silent device that hangs at another port of an end may pass LLDP on', async () => {
  // The end has its own address in its table, too.
  const devices: Rows[] = [{ 1: [2], 2: [0], 3: [1] }, { 12: [50] }, {}]
  const hangs = { parent: [-1, -1, 0], port: [-1, -1, 1] }
  for (const link of [says(0, 4, 1, 14), says(1, 14, 0, 4)]) {
    assert.is(await passed(devices, {}, link), true)
    assert.is(await passed([{ 1: [2] }, { 12: [50] }, {}], hangs, link), true)
  }
})

test('where the upper end is known, only silent devices count that may be between', async () => {
  const tree = { parent: [-1, 0, 0], port: [-1, 1, 1] }
  const link = says(0, 1, 1, 10)
  assert.is(await passed([{ 1: [1, 2] }, {}, {}], tree, link), true)
  assert.is(await passed([{ 1: [1] }, {}, {}], tree, link), false)
  assert.is(await passed([{ 1: [1, 2] }, {}, {}], tree, says(1, 10, 0, 1)), true)
  assert.is(
    await passed(
      [{ 1: [1, 2] }, {}, {}, {}],
      { ...tree, quiet: [3], parent: [-1, 0, 0, -1], port: [-1, 1, 1, -1] },
      link,
    ),
    false,
  )
})

const sureLink = (a: number, aPort: number, b: number, bPort: number, sure = true): Judged => ({
  ...says(a, aPort, b, bPort, both),
  sure,
  shared: false,
  confidence: 0.98,
  remark: null,
})

test('the upper end of a told link, by its aggregates', async () => {
  const { network, view } = await knownOf([{}, {}])
  const ends = (link: Judged) => {
    const one = directed(network, view, link)
    return one && [one.upper, one.upperPort, one.lower, one.lowerPort]
  }
  assert.equal(ends(sureLink(0, 6, 1, 10)), [0, 8, 1, 10])
  assert.equal(ends(sureLink(1, 10, 0, 0)), [0, 0, 1, 10])
  assert.equal(ends(sureLink(0, 0, 1, 10)), [0, 0, 1, 10])
  assert.equal(
    [ends(sureLink(0, -1, 1, 10)), ends(sureLink(0, 1, 1, -1)), ends(sureLink(0, 1, 1, 11))],
    [null, null, null],
  )
  // A lost way up is not found at a port that is not told.
  const lost = await knownOf([{ 1: [1] }, {}], { up: [5, unknown] })
  for (const link of [sureLink(0, 1, 1, -1), sureLink(1, -1, 0, 1)])
    assert.is(directed(lost.network, lost.view, link), null)
})

test('a lost way up is the one that neighbours surely tell, one after another', async () => {
  const ways = async (sure: boolean, split = 0) => {
    const devices: Rows[] = [{ 1: [1] }, { 11: [2] }, {}]
    const { network, view } = await knownOf(devices, { up: [5, unknown, unknown], domain: [4, -1, -1] })
    view.split[1] = split
    followTold(network, view, [sureLink(1, 11, 2, 20), sureLink(0, 1, 1, 10, sure)])
    return [[...view.up], [...view.domain]]
  }
  assert.equal(await ways(true), [
    [5, 10, 20],
    [4, 4, 4],
  ])
  for (const kept of [await ways(false), await ways(true, 1)])
    assert.equal(kept, [
      [5, unknown, unknown],
      [4, -1, -1],
    ])
})

test('a device hangs where neighbours surely say, once, and not below itself', async () => {
  const hung = async (links: Judged[], parent = [-1, 2, -1], told = 0) => {
    const { network, view } = await knownOf([{}, {}, {}], {})
    const tree = aTree(
      parent,
      parent.map(at => (at < 0 ? -1 : at * 10 + 3)),
      { 1: [2] },
    )
    tree.told[1] = told
    hangTold(network, view, tree, links)
    return [tree.parent[1], tree.port[1], tree.told[1], tree.open[1]!.length]
  }
  assert.equal(await hung([sureLink(0, 6, 1, 10)]), [0, 8, 1, 0])
  assert.equal(await hung([sureLink(0, 6, 1, 10, false)]), [2, 23, 0, 1])
  assert.equal(await hung([sureLink(0, 6, 1, 11)]), [2, 23, 0, 1])
  assert.equal(await hung([sureLink(0, 6, 1, 10)], undefined, 1), [2, 23, 1, 1])
  assert.equal(await hung([sureLink(0, 6, 1, 10), sureLink(2, 21, 1, 10)]), [0, 8, 1, 0])
  assert.equal(await hung([sureLink(0, 6, 1, 10)], [1, -1, -1]), [-1, -1, 0, 1])
})

test('a device hangs lower by what is below it, if the other is not below it', async () => {
  const hung = async (
    one: Rows,
    two: Rows,
    { up, domain, told = 0, parent = [-1, 0, 0] }: Given & { told?: number } = {},
  ) => {
    const { view, tree } = await knownOf([{ 1: [1, 2] }, one, two], { up, domain, parent, port: [-1, 1, 1] })
    tree.told[1] = told
    await hangLower(view, tree)
    return [tree.parent[1], tree.port[1], tree.parent[2]]
  }
  const [one, two] = [{ 10: [2], 11: three }, { 21: three }]
  assert.equal(await hung(one, two), [2, 21, 0])
  assert.equal(await hung({ 11: three }, two), [0, 1, 0])
  assert.equal(await hung(one, {}), [0, 1, 0])
  assert.equal(await hung(one, two, { told: 1 }), [0, 1, 0])
  assert.equal(await hung(one, two, { domain: [0, 0, 1] }), [0, 1, 0])
  assert.equal(await hung(one, two, { up: [5, 10, unknown] }), [0, 1, 0])
  assert.equal(await hung(one, { 0: three }), [2, 0, 0])
  const below = await knownOf([{ 1: [1] }, one, two], {
    parent: [-1, 0, 1],
    port: [-1, 1, 1],
    open: { 2: [0] },
  })
  await hangLower(below.view, below.tree)
  assert.equal([...below.tree.parent], [-1, 0, 1])
})

test('a device hangs lower step by step, at the first that is above it', async () => {
  const rows: Rows[] = [{ 1: [1, 2, 3] }, { 10: [2, 3], 11: three }, { 21: three }, { 31: three }]
  const hung = async (parent: number[], port: number[]) => {
    const { view, tree } = await knownOf(rows, { parent, port })
    await hangLower(view, tree)
    return [tree.parent[1], tree.port[1]]
  }
  assert.equal(await hung([-1, 0, 0, 2], [-1, 1, 1, 21]), [3, 31])
  assert.equal(await hung([-1, 0, 0, 0], [-1, 1, 1, 1]), [2, 21])
})

test('a device is compared with 512 others at its port, not with more', async () => {
  const parent = async (others: number) => {
    const more = many(3, others - 1)
    const { view, tree } = await knownOf(
      [{}, { 10: [2], 11: three }, { 21: three }, ...more.map(() => ({}))],
      { parent: [-1, 0, 0, ...more.map(() => 0)], port: [-1, 1, 1, ...more.map(() => 1)] },
    )
    await hangLower(view, tree)
    return tree.parent[1]
  }
  assert.equal([await parent(512), await parent(513)], [2, 0])
})
