import { assert, suite } from '@linecard/test-kit'
import { createLanes } from '../src/limits/lanes.ts'

const test = suite('equipment: places of datagrams')

const settled = () => new Promise(resolve => setImmediate(resolve))

test('so many datagrams in all and in one subnet; the next waiter has the place that is given back', async () => {
  const lanes = createLanes({ poll_datagrams: 3, poll_datagrams_subnet: 2 })
  const [a, b, c] = ['10.0.0.1', '10.0.0.2', '10.0.1.1'].map(lanes.of)
  assert.equal([a!.enter(), b!.enter()], [undefined, undefined])
  const order: string[] = []
  const third = lanes
    .of('10.0.0.3')
    .enter()!
    .then(() => order.push('same subnet'))
  assert.is(c!.enter(), undefined, 'another subnet has places')
  const other = lanes
    .of('10.0.2.1')
    .enter()!
    .then(() => order.push('another subnet'))
  assert.equal([lanes.inFlight, lanes.waiting], [3, 2])
  c!.leave()
  await other
  assert.equal(order, ['another subnet'], 'a full subnet does not hold up the others')
  a!.leave()
  await third
  assert.equal([lanes.inFlight, lanes.waiting], [3, 0])
  for (const lane of [b!, lanes.of('10.0.0.3'), lanes.of('10.0.2.1')]) lane.leave()
  assert.is(lanes.inFlight, 0)
})

test('who leaves the line takes no place, and IPv6 counts by /64', async () => {
  const lanes = createLanes({ poll_datagrams: 1, poll_datagrams_subnet: 1 })
  const first = lanes.of('2001:db8:1:2::1')
  assert.is(first.enter(), undefined)
  const gone = new AbortController()
  const waits = lanes.of('2001:db8:1:2::2').enter(gone.signal)!
  const later = lanes.of('2001:db8:1:3::2').enter()!
  gone.abort(new Error('gone'))
  assert.is(await waits.catch((error: Error) => error.message), 'gone')
  first.leave()
  await later
  await settled()
  assert.equal([lanes.inFlight, lanes.waiting], [1, 0])
})
