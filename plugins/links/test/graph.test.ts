import { assert, cpuMs, suite } from '@linecard/test-kit'
import { behindOf, cutOffBy } from '../src/network/behind.ts'
import { dotOf, graphml } from '../src/network/formats.ts'
import { networkOf, type Edge } from '../src/network/graph.ts'
import { placesOf } from '../src/network/layout.ts'
import { waysUp } from '../src/network/ways.ts'

const test = suite('links: the graph')

/** `1-2` is a link, `1>2` one of which 1 is known to be nearer to the gateway. */
const edges = (...texts: string[]): Edge[] =>
  texts.map((text, n) => {
    const [a, b] = text.split(/[->]/).map(Number) as [number, number]
    return { id: n + 1, a, b, a_port: null, b_port: null, directed: text.includes('>') }
  })
const levels = ({ order, level }: ReturnType<typeof networkOf>) =>
  order.map(one => `${one}:${level.get(one)}`).join(' ')
/** 1 is the top; 2, 3, 4 are a ring with it; 5 and 6 hang on 4, by two links; 7 on 6. */
const ring = networkOf(edges('1-2', '2-3', '3-4', '4-1', '4-5', '5-6', '4-6', '6-7', '4-6'), [1])

test('levels are those of the shortest ways, in rings too; parts without a known top choose one', () => {
  assert.is(levels(ring), '1:0 2:1 4:1 3:2 5:2 6:2 7:3')
  assert.is(levels(networkOf(edges('8>9', '9>7', '7-6'), [])), '8:0 9:1 7:2 6:3')
  assert.is(levels(networkOf(edges('1-5', '2-5', '3-5', '10-11'), [99])), '5:0 10:0 1:1 2:1 3:1 11:1')
})

test('the ways up: two of a ring, one for each neighbour above, none for what hangs below', () => {
  const shown = (device: number) =>
    waysUp(ring, device).map(hops => hops.map(({ to, edges: links }) => `${to}/${links.length}`).join(' '))
  assert.equal(shown(3), ['2/1 1/1', '4/1 1/1'])
  assert.equal(shown(4), ['1/1', '3/1 2/1 1/1'])
  assert.equal(shown(7), ['6/1 4/2 1/1'])
  assert.equal(shown(6), ['4/2 1/1', '5/1 4/1 1/1'])
  assert.equal([shown(1), shown(77)], [[], []])
})

test('behind: only what no other way reaches, with the nearest of those that fail', () => {
  const behind = (...ids: number[]) =>
    [...behindOf(ring, ids)].map(([one, above]) => `${one}<${above.join(',')}`).toSorted()
  assert.equal(behind(6, 7), ['7<6'])
  assert.equal(behind(3, 2), [], 'the ring is closed to the other side')
  assert.equal(behind(2, 3, 4, 5, 6, 7), ['3<2,4', '5<4', '6<4', '7<6'])
  assert.equal(behind(4, 7), ['7<4'], 'also through devices between that were not told')
  assert.equal(behind(1, 2, 4), ['2<1', '4<1'])
  assert.equal(behind(77, 7), [], 'a device without links is behind nothing')
})

test('a failed link cuts off what has no other way; both links of a pair together', () => {
  assert.equal(cutOffBy(ring, new Set([1])), [])
  assert.equal(cutOffBy(ring, new Set([8])), [7])
  assert.equal(cutOffBy(ring, new Set([1, 4])), [2, 4, 3, 5, 6, 7])
})

test('a tree of 3,000 devices with 2,000 more links in circles is walked in bounded time', () => {
  const many: Edge[] = []
  const add = (a: number, b: number) =>
    many.push({ id: many.length + 1, a, b, a_port: null, b_port: null, directed: false })
  for (let n = 2; n <= 3000; n++) add(Math.floor(n / 3) + 1, n)
  for (let n = 0; n < 2000; n++) add(((n * 7919) % 3000) + 1, ((n * 104_729) % 2999) + 2)
  const began = cpuMs()
  const network = networkOf(
    many.filter(({ a, b }) => a !== b),
    [1],
  )
  assert.is(network.order.length, 3000)
  const all = network.order.slice(1)
  const next = new Set(network.at.get(1)!.map(({ a, b }) => (a === 1 ? b : a)))
  assert.is(behindOf(network, all).size, all.length - next.size, 'all but those next to the top')
  assert.ok(waysUp(network, 2999).length >= 1)
  assert.is(placesOf(network, [], new Map()).size, 3000)
  assert.ok(cpuMs() - began < 2000, `${cpuMs() - began} ms`)
})

test('places are the same again, stay when devices come, and no two devices share one', () => {
  const one = placesOf(ring, [], new Map())
  assert.equal(placesOf(ring, [], new Map()), one)
  const more = networkOf(
    [...edges('1-2', '2-3', '3-4', '4-1', '4-5', '5-6', '4-6', '6-7', '4-6'), ...edges('7-8', '7-9', '1-10')],
    [1],
  )
  const later = placesOf(more, [50, 51], one)
  for (const [device, spot] of one) assert.equal(later.get(device), spot)
  const spots = [...later.values()]
  assert.is(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size, spots.length)
  assert.is(spots.length, 12)
  const near = Math.hypot(later.get(8)!.x - one.get(7)!.x, later.get(8)!.y - one.get(7)!.y)
  assert.ok(near < 250, `beside its neighbour: ${near}`)
})

const node = (name: string) => ({ id: 1, name, ip: '192.0.2.1', status: 'Up', x: 1, y: 2 })
const hostile = [
  '"]; graph { evil',
  '<b>&amp;</b>',
  `it's ]]> \\N \\" `,
  'a\u0000b\u0007c\ud800',
  'line\nbreak --\u0085',
]

test('hostile names stay names in GraphML and DOT', () => {
  for (const name of hostile) {
    const edge = { id: 1, src: 1, dest: 1, src_port: name, dest_port: name, percent: 12.5 }
    const xml = [...graphml([node(name)], [edge])].join('')
    // Nothing but our own elements, and every quote is ours.
    const tags = [...xml.matchAll(/<\/?([a-z?]+)/g)].map(([, tag]) => tag)
    assert.equal(
      [...new Set(tags)].toSorted(),
      ['?xml', 'data', 'edge', 'graph', 'graphml', 'key', 'node'].toSorted(),
    )
    assert.not.ok(/&(?!amp;|lt;|gt;|quot;|apos;)/.test(xml))
    assert.not.ok(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800]/.test(xml))
    const dot = [...dotOf([node(name)], [edge])].join('')
    assert.is(dot.split('\n').length, 5, 'one line for each part')
    for (const line of dot.split('\n').slice(1, 3))
      // Outside of quoted names there is nothing of it.
      assert.match(line.replace(/"(?:[^"\\]|\\.)*"/g, '""'), /^ {2}d1( -- d1)? \[[a-z]+=""(, [a-z]+="")*\];$/)
  }
})
