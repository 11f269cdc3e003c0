/**
 * `npm run fuzz -- [requests] [seed] [--json]`: unusual requests to every operation of the served document
 * (types, bounds, encodings, cut and repeated parts, polluted keys), against a service in a process of its own
 * with two simulated switches. Fails for a 5xx that does not tell of a device, for an answer that the document
 * does not know, for no answer, and for growth. 50,000 requests by default, about ten minutes.
 */
import { fuzz, type FuzzReport } from './run.ts'

const args = process.argv.slice(2).filter(one => !one.startsWith('--'))
const [count, seed] = [Number(args[0] ?? 50_000), Number(args[1] ?? 1)]

function print({ operations, seconds, kinds, faults, states, grown }: FuzzReport): void {
  console.log(`\n${count} requests to ${operations} operations, seed ${seed}, ${seconds.toFixed(0)} s`)
  for (const [kind, statuses] of kinds) {
    const all = [...statuses.values()].reduce((sum, one) => sum + one, 0)
    const each = [...statuses].map(([status, times]) => `${status}: ${times}`).toSorted()
    console.log(`  ${kind.padEnd(28)}${String(all).padStart(7)}  ${each.join('  ')}`)
  }
  for (const { rssMiB, files, poolUsed, poolWaiting } of states)
    console.log(`  ${rssMiB} MiB, ${files} open files, ${poolUsed} connections used, ${poolWaiting} waiting`)
  for (const [name, { times, request, fault }] of faults)
    console.log(`\nFAULT ${times} × ${name}\n${request}\n→ ${fault}`)
  for (const what of grown) console.log(`GROWTH ${what}`)
}

const asJson = process.argv.includes('--json')
const report = await fuzz(count, seed, text => asJson || process.stderr.write(`\r${text} `))
if (asJson) {
  const kinds = Object.fromEntries([...report.kinds].map(([kind, one]) => [kind, Object.fromEntries(one)]))
  console.log(JSON.stringify({ count, seed, ...report, kinds, faults: [...report.faults.values()] }, null, 1))
} else print(report)
process.exitCode = report.faults.size + report.grown.length > 0 ? 1 : 0
