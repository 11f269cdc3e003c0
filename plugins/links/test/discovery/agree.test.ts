import { assert, suite } from '@linecard/test-kit'
import { joinClaims, type Told } from '../../src/discovery/agree.ts'
import type { Claim } from '../../src/discovery/claims.ts'
import { findLinks } from '../../src/discovery/find-links.ts'
import { quietDevices } from '../../src/discovery/quiet.ts'
import { aDevice, aScene, has, hears } from './small.ts'

const test = suite('links: what both sides agree on, and who may be between')

const claim = (from: number, port: number, to: number, toPort: number, more: Partial<Claim> = {}): Claim => ({
  from,
  port,
  to,
  toPort,
  by: 'lldp',
  strong: false,
  ...more,
})
const joined = (...list: Claim[]): Told[] => joinClaims({ list, strangers: new Map(), tell: new Set() })
/** `a:port-b:port`, with `both` where both sides say so. */
const told = (...list: Claim[]): string[] =>
  joined(...list).map(({ a, aPort, b, bPort, both }) => `${a}:${aPort}-${b}:${bPort}${both ? ' both' : ''}`)

test('ports that both sides tell exactly belong together, also of parallel links', () => {
  assert.equal(told(claim(1, 5, 2, 24), claim(2, 24, 1, 5)), ['1:5-2:24 both'])
  assert.equal(told(claim(1, 5, 2, 24), claim(1, 6, 2, 23), claim(2, 23, 1, 6), claim(2, 24, 1, 5)), [
    '1:5-2:24 both',
    '1:6-2:23 both',
  ])
  assert.equal(told(claim(2, 24, 1, 0), claim(1, 0, 2, 24)), ['1:0-2:24 both'])
})

test('a port that one side does not know is told by the other', () => {
  assert.equal(told(claim(1, 5, 2, -1), claim(2, 24, 1, -1)), ['1:5-2:24 both'])
  assert.equal(told(claim(1, -1, 2, 24), claim(2, -1, 1, 5)), ['1:5-2:24 both'])
  assert.equal(told(claim(1, -1, 2, -1), claim(2, -1, 1, -1)), ['1:-1-2:-1 both'])
})

test('two claims that both fit one of the other side stay one-sided', () => {
  const both = [claim(1, 5, 2, -1), claim(1, 6, 2, -1)]
  assert.equal(told(...both, claim(2, 24, 1, -1)), ['1:5-2:-1', '1:6-2:-1', '2:24-1:-1'])
  const others = [claim(2, 23, 1, -1), claim(2, 24, 1, -1)]
  assert.equal(told(claim(1, 5, 2, -1), ...others), ['1:5-2:-1', '2:23-1:-1', '2:24-1:-1'])
})

test('what is told exactly leaves the other of two parallel links to the claim that is left', () => {
  assert.equal(told(claim(1, 5, 2, 24), claim(1, 6, 2, -1), claim(2, 24, 1, 5), claim(2, 23, 1, -1)), [
    '1:5-2:24 both',
    '1:6-2:23 both',
  ])
})

test('what fits two of the other side is not exact because neither knows a port', () => {
  assert.equal(told(claim(1, -1, 2, 24), claim(1, 5, 2, -1), claim(2, 24, 1, -1)), [
    '1:-1-2:24',
    '1:5-2:-1',
    '2:24-1:-1',
  ])
  assert.equal(told(claim(1, 5, 2, -1), claim(2, -1, 1, 5), claim(2, 24, 1, -1)), [
    '1:5-2:-1',
    '2:-1-1:5',
    '2:24-1:-1',
  ])
})

test('a claim of another parallel link does not keep two from being joined', () => {
  assert.equal(told(claim(1, 5, 2, -1), claim(1, 6, 2, 23), claim(2, 24, 1, 5)), [
    '1:5-2:24 both',
    '1:6-2:23',
  ])
  assert.equal(told(claim(1, 5, 2, -1), claim(2, 24, 1, 5), claim(2, 23, 1, 6)), [
    '1:5-2:24 both',
    '2:23-1:6',
  ])
})

test('the port 0 is exact, and is kept where the other side does not tell it', () => {
  assert.equal(told(claim(1, 5, 2, 0), claim(1, -1, 2, 0), claim(2, 0, 1, 5)), ['1:5-2:0 both', '1:-1-2:0'])
  assert.equal(told(claim(1, 0, 2, 24), claim(2, 24, 1, -1)), ['1:0-2:24 both'])
  assert.equal(told(claim(1, 5, 2, -1), claim(2, 0, 1, 5)), ['1:5-2:0 both'])
})

test('claims that contradict each other are not joined', () => {
  assert.equal(told(claim(1, 5, 2, 24), claim(2, 23, 1, 5)), ['1:5-2:24', '2:23-1:5'])
  assert.equal(told(claim(1, 5, 2, 24), claim(2, 24, 1, 6)), ['1:5-2:24', '2:24-1:6'])
  assert.equal(told(claim(1, 5, 2, 24), claim(3, 24, 1, 5)), ['1:5-2:24', '3:24-1:5'])
})

test('a link is strong if one of its sides is, and keeps the protocol of the first', () => {
  const strong = (a: boolean, b: boolean) =>
    joined(claim(1, 5, 2, 24, { strong: a, by: 'cdp' }), claim(2, 24, 1, 5, { strong: b }))[0]!
  assert.equal(
    [strong(false, false).strong, strong(true, false).strong, strong(false, true).strong],
    [false, true, true],
  )
  assert.is(strong(false, false).by, 'cdp')
  const [alone] = joined(claim(1, 5, 2, 24, { strong: true, by: 'edp' }))
  assert.equal([alone!.strong, alone!.by, alone!.both], [true, 'edp', false])
})

test('quiet are the devices that tell nobody and that nobody tells', () => {
  const network = { devices: [1, 2, 3, 4] } as never
  const claims = { list: [claim(0, 1, 1, 1)], tell: new Set([0, 2]), strangers: new Map() }
  assert.equal([...quietDevices(network, claims)], [3])
})

/** Devices 1 and 2 hear each other, or one of them does; 3 is silent. Whether the link is sure. */
async function isSure({
  ports = [5, 24] as const,
  quiet = true,
  learnt = [] as ReturnType<typeof has>,
  quietFdb = 'none' as string | null,
} = {}): Promise<boolean> {
  const devices = [
    aDevice(1),
    aDevice(2),
    ...(quiet ? [aDevice(3, quietFdb === null ? {} : ({ fdb: quietFdb } as never))] : []),
  ]
  const neighbours = [hears(1, ports[0], 2, ports[1]), hears(2, ports[1], 1, ports[0])]
  const { links } = await findLinks(aScene(devices, { neighbours, learnt }))
  return links.some(({ a, b, sure }) => sure && [a.device, b.device].toSorted().join() === '1,2')
}

test('where every device speaks, nobody is between two that hear each other', async () => {
  assert.is(await isSure({ quiet: false }), true)
})

test('a silent device that is in the tables of both ends may be between', async () => {
  const stations = [900, 901, 902, 903, 904, 905, 906]
  assert.is(await isSure({ learnt: [...has(1, 5, 3, ...stations), ...has(2, 24, 3)] }), false)
})

test('where a port is not known, tables cannot say that no silent device is between', async () => {
  const neighbours = [
    { ...hears(1, 5, 2, 24), port: 'somewhere' },
    { ...hears(2, 24, 1, 5), interface: null },
  ]
  const learnt = [...has(1, 5, 900), ...has(2, 24, 901)]
  const sure = async (count: number) => {
    const devices = [1, 2, 3].slice(0, count).map(id => aDevice(id))
    return (await findLinks(aScene(devices, { neighbours, learnt }))).links.map(link => link.sure)
  }
  assert.equal(await sure(2), [true])
  assert.equal(await sure(3), [false])
})
