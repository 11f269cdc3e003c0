import { assert, suite } from '@linecard/test-kit'
import { DeviceError } from '@linecard/driver-kit'
import { standingOn, waitingRow } from '../src/olt/device.ts'
import { waitingOnt } from '../src/plan/waiting.ts'
import { newOlt, port, startWorld, type RegistrationWorld } from './world.ts'

/** An OLT that fell silent in the middle of a list. */
const test = suite('incomplete lists of an OLT')
let world!: RegistrationWorld
test.before(async () => {
  world = await startWorld()
})
test.after(() => world?.stop())

const [ours, stranger] = ['ZTEGC1086C70', 'HWTC01234567']
const half = () =>
  Object.assign(newOlt([[3, stranger]]), { missing: [{ what: '1.3.6.1.4.1', reason: 'silent' }] })
const isCut = (error: unknown) => error instanceof DeviceError && error.kind === 'DeviceTimeout'

const refused = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(isCut(error), String(error))
}

test('an ONU that is not in a list without its end is not said to be away', async () => {
  await refused(waitingOnt(world.held(half()), ours))
  await refused(waitingRow(world.held(half()), ours))
})

test('an ONU that is in it is found, whatever else did not come', async () => {
  const olt = Object.assign(half(), { waiting: [ours] })
  assert.is((await waitingRow(world.held(olt), ours))?._ident, ours)
})

test('a port is not free because its ONUs did not come', async () => {
  await refused(standingOn(world.held(half()), port.id))
  assert.equal(
    (await standingOn(world.held(newOlt([[3, stranger]])), port.id)).map(({ number, ident }) => [
      number,
      ident,
    ]),
    [[3, stranger]],
  )
})

test('a cell without its value is no missing row', async () => {
  const olt = Object.assign(half(), { missing: [{ what: '1.3', reason: 'unknown_value', cells: 1 }] })
  assert.is(await waitingRow(world.held(olt), ours), undefined)
})
