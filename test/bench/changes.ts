/**
 * `npm run bench:changes [-- changes [round trip in ms [switches of each maker]]]`: changes switches of four
 * makers through their consoles in bad weather: slow lines, split packets, messages with new prompts, cut
 * connections, and commands that the device refuses. Compares what each call claims with the state of the
 * simulated switch. Fails at one false claim.
 */
import { message, startMakers, type Bench } from './changes/devices.ts'
import { claimOf, type Claim } from './changes/claim.ts'
import { nextStep } from './changes/steps.ts'

const count = Number(process.argv[2] ?? 1_000)
const roundTripMs = Number(process.argv[3] ?? 60)
const perMaker = Number(process.argv[4] ?? 8)

const { service, benches, weather, stop } = await startMakers(perMaker, roundTripMs)
const sums = new Map<string, Record<Claim, number>>()
const faults: string[] = []
const left = new Map<string, number>()

/** Changes one switch, one step after the other, as long as changes are left. */
async function work(bench: Bench): Promise<void> {
  const own = sums.get(bench.vendor) ?? { right: 0, refused: 0, unproven: 0, unknown: 0, false: 0 }
  sums.set(bench.vendor, own)
  for (;;) {
    const rest = left.get(bench.vendor) ?? count / 4
    if (rest < 1) return
    left.set(bench.vendor, rest - 1)
    const step = nextStep(bench)
    const before = step.holds()
    const outcome = await service
      .callByName(bench.target, step.module, step.args, { from: 'device' })
      .then(({ data }) => ({ data }))
      .catch((error: unknown) => ({ error }))
    const claim = claimOf(outcome, { before, after: step.holds(), refused: step.refused })
    own[claim]++
    if (claim === 'false')
      faults.push(
        `${bench.vendor} ${step.module} ${JSON.stringify(step.args)}: ` +
          `${'error' in outcome ? String(outcome.error) : JSON.stringify(outcome.data)}; ` +
          `it was ${before}, it is ${step.holds()}`,
      )
  }
}

const started = performance.now()
await Promise.all(benches.map(work))
const seconds = (performance.now() - started) / 1_000
await service.close()
await stop()

console.log(
  `${count} changes on ${benches.length} switches of 4 makers, ${roundTripMs} ms, ` +
    `${message.printed} messages, ${weather.cuts} cut connections, ${seconds.toFixed(0)} s`,
)
console.log('maker         right   refused  unproven   unknown     false')
for (const [vendor, { right, refused, unproven, unknown, false: wrong }] of sums)
  console.log(
    vendor.padEnd(9) +
      [right, refused, unproven, unknown, wrong].map(value => String(value).padStart(10)).join(''),
  )
for (const fault of faults) console.log(fault)
process.exit(faults.length > 0 ? 1 : 0)
