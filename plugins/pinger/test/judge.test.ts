import { assert, suite } from '@linecard/test-kit'
import { newJudged, type Judged, type Rules } from '../src/judge/device.ts'
import {
  atAddress,
  confirmed,
  echoAnswered,
  echoLost,
  forgetStale,
  tryAnswered,
  trySilent,
  type Change,
} from '../src/judge/judge.ts'

const test = suite('pinger: verdicts')
const rules: Rules = {
  suspectAfter: 2,
  upAnswers: 2,
  silentTries: 3,
  echoStaleMs: 48_000,
  tryStaleMs: 200_000,
}
const period = 10_000

/** One device, with what became of it. */
function subject() {
  const changes: [status: string | null, time: number][] = []
  const device = newJudged(1, '192.0.2.1')
  const onChange = ({ status, time }: Change) => void changes.push([status, time])
  return {
    device,
    changes,
    answer: (time: number) => echoAnswered(device, rules, time, onChange),
    lose: (time: number) => echoLost(device, rules, time),
    tcp: (time: number) => tryAnswered(device, rules, { method: 'tcp', port: 22 }, time, onChange),
    silent: (time: number, echoes = true) => trySilent(device, rules, time, echoes, onChange),
    stale: (time: number) => forgetStale(device, rules, time, onChange),
    onChange,
  }
}

test('an outage begins with the first lost echo and ends with the first of the answers that ended it', () => {
  const one = subject()
  one.answer(0)
  assert.is(one.lose(10), false)
  assert.is(one.lose(20), true)
  assert.is(one.lose(30), false, 'a suspect is not suspected twice')
  assert.is(confirmed(one.device, 0, 35), true)
  one.silent(38)
  assert.equal(one.changes, [
    ['Up', 0],
    ['Down', 10],
  ])
  one.answer(50)
  one.lose(60)
  one.lose(70)
  one.lose(80)
  assert.is(one.device.status, 'Down', 'one answer is not enough')
  one.answer(90)
  one.lose(100)
  one.answer(110)
  assert.equal(one.changes.slice(2), [['Up', 90]])
})

test('an answer ends a suspicion; a look that failed says nothing', () => {
  const one = subject()
  one.answer(0)
  one.lose(10)
  one.lose(20)
  assert.is(confirmed(one.device, 1, 25), false)
  assert.equal([one.device.suspect, one.device.lost], [false, 0])
  one.lose(30)
  one.lose(40)
  one.answer(45)
  assert.is(confirmed(one.device, 0, 50), false, 'it has answered meanwhile')
  one.lose(60)
  one.lose(70)
  assert.is(confirmed(one.device, null, 75), false)
  assert.equal(one.changes, [['Up', 0]])
})

test('20 % loss for an hour is no outage, of any of 10,000 devices', () => {
  let seed = 20_260_301
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  let looks = 0
  for (let n = 0; n < 10_000; n++) {
    const one = subject()
    one.answer(0)
    for (let time = period; time <= 3_600_000; time += period) {
      if (random() >= 0.2) one.answer(time)
      else if (one.lose(time)) {
        looks++
        // Ten more echoes, as the default of the setting says.
        const answers = Array.from({ length: 10 }, random).filter(chance => chance >= 0.2).length
        if (confirmed(one.device, answers, time + 7000)) one.silent(time + 8000)
      }
      one.stale(time + 9000)
    }
    assert.equal(one.changes, [['Up', 0]], `device ${n}`)
  }
  assert.ok(looks > 10_000, `${looks} close looks`)
})

test('a device that moves between ICMP and TCP stays up', () => {
  const one = subject()
  let time = 0
  for (let n = 0; n < 20; n++) {
    for (let k = 0; k < 4; k++) one.answer((time += period))
    // A filter for echoes: lost, looked at, and reached over TCP.
    for (let k = 0; k < 6; k++) {
      if (one.lose((time += period)) && confirmed(one.device, 0, time + 7000)) one.tcp(time + 7500)
      one.stale(time + 9000)
    }
    assert.is(one.device.method, 'tcp')
    one.tcp(time)
  }
  assert.equal(one.changes, [['Up', period]])
})

test('a device of TCP goes down after silent tries in a row, and comes up after answers in a row', () => {
  const one = subject()
  one.tcp(0)
  for (const time of [10, 20]) one.silent(time)
  one.tcp(30)
  for (const time of [40, 50]) one.silent(time)
  assert.is(one.device.status, 'Up')
  one.silent(60)
  one.lose(65)
  one.tcp(70)
  one.silent(80)
  assert.is(one.device.status, 'Down')
  one.tcp(90)
  one.tcp(100)
  assert.equal(one.changes, [
    ['Up', 0],
    ['Down', 40],
    ['Up', 90],
  ])
})

test('without evidence it is unknown since the last evidence; an outage goes on until something is known', () => {
  const one = subject()
  one.answer(1000)
  one.stale(49_000)
  assert.is(one.device.status, 'Up')
  one.stale(49_001)
  assert.equal([one.device.status, one.device.blindAt], [null, 1000])
  one.silent(60_000, false)
  one.silent(61_000)
  one.silent(62_000)
  assert.is(one.device.status, null, 'silence over TCP says nothing of a device that answers echoes')
  one.answer(70_000)
  one.lose(80_000)
  one.lose(90_000)
  confirmed(one.device, 0, 97_000)
  one.silent(98_000)
  assert.is(one.device.downAt, 80_000)
  one.stale(200_000)
  assert.equal([one.device.status, one.device.downAt], [null, 80_000])
  const moved: Judged = atAddress(one.device, '192.0.2.2', 210_000, one.onChange)
  assert.equal([moved.ip, moved.status, moved.downAt, moved.observedFrom], ['192.0.2.2', null, 80_000, 1000])
  assert.equal(
    one.changes.map(([status]) => status),
    ['Up', null, 'Up', 'Down', null],
  )
})

test('losses that cannot be looked at make a device unknown, not up for ever', () => {
  const one = subject()
  one.answer(0)
  for (let time = period; time <= 10 * period; time += period) {
    if (one.lose(time)) confirmed(one.device, null, time + 1000)
    one.stale(time + 2000)
  }
  assert.equal(one.changes, [
    ['Up', 0],
    [null, 0],
  ])
})
