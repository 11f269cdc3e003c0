import { assert, suite } from '@linecard/test-kit'
import { dataOf, startWorld, type Street } from './world.ts'

/** How outages end, and what is left behind. */
const test = suite('correlation: the end of an outage')

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)
let world!: Street
test.before(async () => {
  world = await startWorld()
  await world.reads(7)
})
test.after(() => world?.stop())

interface Outage {
  id: number
  kind: string
  onus: { lost: number; back: number }
}
const open = async () =>
  dataOf<Outage[]>(await world.http('GET', '/component/correlation/outages?open=true')).map(
    ({ kind, onus }) => [kind, onus.lost, onus.back],
  )

test('it ends without the last fifth, which is lost by itself and is not told again', async () => {
  await world.reads(7, { LOS: range(1101, 20) })
  await world.reads(7)
  assert.equal(await open(), [['fibre_cut', 20, 0]])
  await world.reads(7, { Online: range(1101, 16) })
  assert.equal(await open(), [['fibre_cut', 4, 16]])
  world.pass(11)
  await world.reads(7)
  assert.equal(await open(), [])
  world.pass(2)
  await world.reads(7)
  await world.reads(7)
  assert.equal(await open(), [], 'those left behind')
})

test('ONUs that were left behind, came back and are lost again are a new outage', async () => {
  await world.reads(7, { Online: range(1117, 4) })
  world.pass(2)
  await world.reads(7, { LOS: range(1101, 20) })
  await world.reads(7)
  assert.equal(await open(), [['fibre_cut', 20, 0]])
  await world.reads(7, { Online: range(1101, 20) })
  assert.equal(await open(), [])
})

test('what an OLT loses after its restart was seen is told as what it is', async () => {
  await world.restarts(7)
  await world.reads(7, { Offline: range(1001, 20) })
  assert.equal(await open(), [['olt', 20, 0]])
  world.pass(2)
  await world.reads(7, { LOS: range(1101, 20) })
  await world.reads(7)
  assert.equal((await open()).toSorted(), [
    ['fibre_cut', 20, 0],
    ['olt', 20, 0],
  ])
  await world.reads(7, { Online: [...range(1001, 20), ...range(1101, 20)] })
  assert.equal(await open(), [])
})
