/**
 * `npm run bench:consoles [-- platform [round trip in ms [seed]]]`: plays every recorded console session in bad
 * weather: round trips of 0, 60 and 300 ms, packets that end anywhere, and messages of the device, each with a
 * new prompt, at random places. Counts answers that are right, that are said to be unknown, and that are false;
 * fails at one false answer. LINECARD_RECORDINGS names the folder of the recordings.
 */
import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { seeded, type Weather } from '@linecard/test-kit/worlds/console-weather'
import { playSession, type Played } from '../recordings/cli/play.ts'
import { readPlatforms } from '../recordings/cli/platforms.ts'
import { inLanes, planSessions } from '../recordings/cli/replay.ts'
import { allDrivers } from '../support/drivers.ts'

/** A session mostly waits, so that many can be played at once. */
const lanes = 96
/** Chance of a message before a piece of the output, and the largest piece in octets. */
const [messages, pieces] = [0.01, 200]

const roundTrips = process.argv[3] ? [Number(process.argv[3])] : [0, 60, 300]
const chosenSeed = Number(process.argv[4] ?? 1)
const only = process.argv[2] ? new RegExp(process.argv[2]) : undefined
const folder = join(resolve(process.env.LINECARD_RECORDINGS ?? '../shared/recordings'), 'cli')
const platforms = await readPlatforms(await allDrivers())
const { planned } = await planSessions(folder, platforms, { only })

/** Messages as several vendors write them. */
const forms = [
  (n: number) => `%LINK-3-UPDOWN: Interface GigabitEthernet0/${n % 48}, changed state to up`,
  (n: number) => `INFO: Port ${n % 48} link up, 1000Mbps FULL duplex`,
  (n: number) => `%Jan 12 2026 10:00:${String(n % 60).padStart(2, '0')} SW IFNET/4/LINK_STATE:port ${n} down`,
]
let printed = 0
/** A session has its own weather, which does not depend on the other sessions. */
const seedOf = (name: string, roundTripMs: number): number =>
  createHash('sha256').update(`${chosenSeed} ${roundTripMs} ${name}`).digest().readUInt32LE()
const weatherOf =
  (roundTripMs: number, seed: number) =>
  (prompt: () => string): Weather => ({
    roundTripMs,
    messages,
    pieces,
    random: seeded(seed),
    message() {
      const shown = prompt()
      return shown === '' ? '' : `\r\n${forms[printed % forms.length]!(++printed)}\r\n${shown}`
    },
  })

/** Answers that are not right, and why. */
const told = { unknown: [] as string[], false: [] as string[] }
const kindOf = ({ result, why }: Played): 'right' | 'unknown' | 'false' => {
  if (result === 'equal' || result === 'refused') return 'right'
  if (result === 'login' || (result === 'prompt' && /NO_PROMPT|SESSION_LOST/.test(why ?? '')))
    return 'unknown'
  return 'false'
}

console.log(
  `${planned.length} sessions, seed ${chosenSeed}; a message before one piece of ${Math.round(1 / messages)}`,
)
console.log('round trip   commands      right    unknown      false   messages    seconds')
for (const roundTripMs of roundTrips) {
  const started = performance.now()
  const before = printed
  const sums = { right: 0, unknown: 0, false: 0 }
  const results = await inLanes(planned, lanes, async ({ session }, lane) => {
    const play = { ...session.play, weather: weatherOf(roundTripMs, seedOf(session.name, roundTripMs)) }
    return playSession({ ...session, play }, `127.0.62.${lane + 1}`, [], true)
  })
  for (const [at, { played }] of results.entries())
    for (const one of played) {
      const kind = kindOf(one)
      sums[kind]++
      if (kind === 'right') continue
      const where = `${roundTripMs} ms ${planned[at]!.session.name} "${one.command}"`
      told[kind].push(`${where}: ${kind} ${one.why}`)
    }
  const columns = [sums.right + sums.unknown + sums.false, sums.right, sums.unknown, sums.false]
  const seconds = (performance.now() - started) / 1_000
  console.log(
    `${`${roundTripMs} ms`.padStart(10)}` +
      [...columns, printed - before, seconds.toFixed(0)].map(value => String(value).padStart(11)).join(''),
  )
}
for (const line of [...told.unknown, ...told.false]) console.log(line)
process.exit(told.false.length > 0 ? 1 : 0)
