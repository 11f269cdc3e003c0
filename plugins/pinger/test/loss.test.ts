import { random } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { newJudged, type Rules } from '../src/judge/device.ts'
import {
  confirmed,
  echoAnswered,
  echoLost,
  forgetStale,
  tryAnswered,
  trySilent,
  type Change,
} from '../src/judge/judge.ts'
import { addDevices, at, becomes, downLog, fakeFping, startWorld, statuses, type World } from './world.ts'

/** A fifth of all packets is lost: nobody goes down for it, and who is dead is told all the same. */
const test = suite('pinger: loss', { level: 'full' })

const rules: Rules = {
  suspectAfter: 2,
  upAnswers: 2,
  silentTries: 3,
  echoStaleMs: 48_000,
  tryStaleMs: 200_000,
}
const [period, tryEvery, hour] = [10_000, 60_000, 3_600_000]
const lossy = 0.2

interface Life {
  /** Whether echoes reach the device at a time; TCP always does while it lives. */
  echoes(time: number): boolean
  deadAt: number
  until: number
  /**
   * Packets of one round of tries that reach a living device: by default three open ports, of which the kernel
   * asks each again after a second, then SNMP.
   */
  packets?: number
}

/** A device of one seed, as the pinger with its default settings asks it. Every packet may be lost. */
function lived(
  seed: string,
  { echoes, deadAt, until: end, packets = 7 }: Life,
): [status: string | null, time: number][] {
  const next = random(seed)
  const changes: [string | null, number][] = []
  const told = ({ status }: Change) => void changes.push([status, now])
  const device = newJudged(1, '192.0.2.1')
  const echo = () => now < deadAt && echoes(now) && next() >= lossy
  const tcp = () => now < deadAt && Array.from({ length: packets }, next).some(chance => chance >= lossy)
  // A suspect is tried twice, see `createTries`.
  const attempt = () =>
    tcp() || (device.suspect && tcp())
      ? tryAnswered(device, rules, { method: 'tcp', port: 22 }, now, told)
      : trySilent(device, rules, now, true, told)
  let now = 0
  if (echoes(now)) echoAnswered(device, rules, now, told)
  else tryAnswered(device, rules, { method: 'tcp', port: 22 }, now, told)
  for (now = period; now <= end; now += period) {
    if (echo()) echoAnswered(device, rules, now, told)
    else if (echoLost(device, rules, now)) {
      const answers = Array.from({ length: 10 }, echo).filter(Boolean).length
      if (confirmed(device, answers, now)) attempt()
    }
    const byTries = device.method === 'tcp' || device.status === 'Down'
    if (byTries && now % tryEvery === 0) attempt()
    forgetStale(device, rules, now, told)
  }
  return changes
}
const seeds = Array.from({ length: 2_000 }, (_, n) => `seed ${n}`)

test('devices that are filtered for echoes every ten minutes, with 20 % loss: at most one false down in 6,000 moves', () => {
  const echoes = (time: number) => Math.floor(time / 600_000) % 2 === 0
  const wrong = seeds
    .map(seed => lived(seed, { echoes, deadAt: Infinity, until: hour }))
    .filter(changes => changes.length > 1)
  assert.ok(wrong.length <= 1, JSON.stringify(wrong))
})

test('the same with one open port and no SNMP: at most one false down in 300 moves', () => {
  const echoes = (time: number) => Math.floor(time / 600_000) % 2 === 0
  const wrong = seeds.filter(
    seed => lived(seed, { echoes, deadAt: Infinity, until: hour, packets: 2 }).length > 1,
  )
  assert.ok(wrong.length <= (seeds.length * 3) / 300, `${wrong.length} of ${seeds.length * 3} moves`)
  // Four packets: without the second round it would be one in 25.
})

test('a dead device is told down within half a minute, with 20 % loss, of any seed', () => {
  for (const seed of seeds) {
    const deadAt = hour / 2 + 1
    const [up, down, ...more] = lived(seed, { echoes: () => true, deadAt, until: hour })
    assert.equal([up?.[0], down?.[0], more.length], ['Up', 'Down', 0], seed)
    assert.ok(down![1] - deadAt <= 30_000, `${seed}: after ${down![1] - deadAt} ms`)
  }
})

test('a dead device that answered TCP alone is told down after its silent tries, with 20 % loss', () => {
  for (const seed of seeds) {
    const deadAt = hour / 2 + 1
    const [up, down, ...more] = lived(seed, { echoes: () => false, deadAt, until: hour })
    assert.equal([up?.[0], down?.[0], more.length], ['Up', 'Down', 0], seed)
    assert.ok(down![1] - deadAt <= rules.silentTries * tryEvery, `${seed}: after ${down![1] - deadAt} ms`)
  }
})

let world: World | undefined
let fping: Awaited<ReturnType<typeof fakeFping>> | undefined
test.after(async () => {
  await world?.stop()
  await fping?.end()
})

test('100 devices with 20 % loss for 100 periods stay up, and the one that dies goes down', async () => {
  fping = await fakeFping()
  fping.use()
  const ips = Array.from({ length: 100 }, (_, n) => at(n + 1))
  const loss = Object.fromEntries(ips.map(ip => [ip, lossy]))
  await fping.weather({ loss })
  world = await startWorld({ confirm_echoes: 10, confirm_every_ms: 20 })
  const ids = await addDevices(world, ips)
  for (const id of ids) await becomes(world, id, 'Up')
  const sent = async () => Math.min(...(await statuses(world!)).map(({ sent: count }) => count ?? 0))
  await until('100 echoes were sent to each', async () => (await sent()) >= 100, { everyMs: 500 })
  assert.equal(await downLog(world), [])
  await fping.weather({ loss, silent: [ips[7]!] })
  await becomes(world, ids[7]!, 'Down')
  assert.equal(
    (await downLog(world)).map(({ device }) => device.id),
    [ids[7]],
  )
})
