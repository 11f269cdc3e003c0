import { assert, suite } from '@linecard/test-kit'
import { dataOf, startWorld, type Street } from './world.ts'

/** How reliably a model gasps is learnt from power losses, and weighs in what is told next. */
const test = suite('correlation: what is learnt of gasps')

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)
let world!: Street
test.before(async () => {
  world = await startWorld()
  // Ten of each port are of a model that is seen to be mute.
  await world.sql(`update inventory_onu set model = 'MUTE'
    where interface_id between 1011 and 1020 or interface_id between 1111 and 1120`)
  await world.reads(7)
})
test.after(() => world?.stop())

interface Outage {
  id: number
  kind: string
  confidence: number
  customers: number
}
const open = async () =>
  dataOf<Outage[]>(await world.http('GET', '/component/correlation/outages?open=true')).map(
    ({ kind, customers }) => [kind, customers],
  )
/** What is told of ONUs that are lost, in two readings. They stay lost. */
async function told(states: Readonly<Record<string, readonly number[]>>) {
  await world.reads(7, states)
  await world.reads(7)
  return open()
}
/** All are back, the outages are over and reviewed. */
async function over() {
  await world.reads(7, { Online: [...range(1001, 20), ...range(1101, 20)] })
  assert.equal(await open(), [])
  await world.review(7)
}
const learnt = () =>
  world.sql<{ model: string; gasped: number; silent: number }>(
    'select model, gasped, silent from correlation_gasp order by model',
  )

test('before anything is learnt, a silent branch is undetermined, whatever its model', async () => {
  assert.equal(await told({ LOS: range(1101, 6) }), [['undetermined', 6]])
  await over()
  assert.equal(await told({ LOS: range(1111, 6) }), [['undetermined', 6]])
  await over()
  assert.equal(await learnt(), [], 'what is undetermined teaches nothing')
})

test('a power loss that has ended counts who gasped, by model, once', async () => {
  assert.equal(await told({ PowerOff: range(1001, 8), LOS: range(1011, 6) }), [['power_loss', 14]])
  assert.equal(await learnt(), [], 'while it lasts nothing is learnt')
  await over()
  const counts = [
    { model: 'F660', gasped: 8, silent: 0 },
    { model: 'MUTE', gasped: 0, silent: 6 },
  ]
  assert.equal(await learnt(), counts)
  await world.review(7)
  assert.equal(await learnt(), counts)
})

test('a cut, and one ONU that was unplugged, teach nothing', async () => {
  const before = await learnt()
  assert.equal(await told({ LOS: range(1101, 20) }), [['fibre_cut', 20]])
  await over()
  assert.equal(await told({ PowerOff: [1002] }), [])
  await over()
  assert.equal(await learnt(), before)
})

test('with what was learnt: a branch of models that gasp is a cut, one of mute models undetermined', async () => {
  for (let times = 0; times < 2; times++) {
    assert.equal(await told({ PowerOff: range(1001, 8), LOS: range(1011, 6) }), [['power_loss', 14]])
    await over()
  }
  assert.equal(await told({ LOS: range(1101, 6) }), [['fibre_cut', 6]])
  await over()
  assert.equal(await told({ LOS: range(1111, 6) }), [['undetermined', 6]])
  await over()
})

test('with what was learnt: mute models belong to a street of few gasps, reliable ones without a gasp do not', async () => {
  assert.equal(await told({ PowerOff: range(1101, 3), LOS: range(1111, 8) }), [['power_loss', 11]])
  await over()
  const both = await told({ PowerOff: range(1001, 4), LOS: range(1005, 6) })
  assert.equal(both.toSorted(), [
    ['fibre_cut', 6],
    ['power_loss', 4],
  ])
  await over()
})
