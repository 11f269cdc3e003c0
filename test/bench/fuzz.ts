/**
 * Unusual requests to every operation of the served document (types, bounds, encodings, cut and repeated parts,
 * polluted keys), against a service in a process of its own with two simulated switches. Fails for a 5xx that does
 * not tell of a device, for an answer that the document does not know, for no answer, and for growth.
 */
import { fuzz, type FuzzReport } from '../fuzz/run.ts'
import { defineBench } from './kit/bench.ts'

function print({ operations, seconds, kinds, faults, states }: FuzzReport, count: number): void {
  console.log(`\n${count} requests to ${operations} operations, ${seconds.toFixed(0)} s`)
  for (const [kind, statuses] of kinds) {
    const all = [...statuses.values()].reduce((sum, one) => sum + one, 0)
    const each = [...statuses].map(([status, times]) => `${status}: ${times}`).toSorted()
    console.log(`  ${kind.padEnd(28)}${String(all).padStart(7)}  ${each.join('  ')}`)
  }
  for (const { rssMiB, files, poolUsed, poolWaiting } of states)
    console.log(`  ${rssMiB} MiB, ${files} open files, ${poolUsed} connections used, ${poolWaiting} waiting`)
  for (const [name, { times, request, fault }] of faults)
    console.log(`\nFAULT ${times} × ${name}\n${request}\n→ ${fault}`)
}

export default defineBench({
  name: 'fuzz',
  summary: 'unusual requests to every operation: each answer beside what the document promises',
  takes: '10 min',
  options: { requests: { full: 50_000, smoke: 1_000 }, seed: { full: 1, smoke: 1 } },
  async run({ requests, seed }, report) {
    const found = await fuzz(
      requests,
      seed,
      text => process.stdout.isTTY && process.stderr.write(`\r${text} `),
    )
    print(found, requests)
    for (const [name, { times, fault }] of found.faults) report.fault(`${times} × ${name}: ${fault}`)
    for (const what of found.grown) report.limit(false, `growth: ${what}`)
    const answered = [...found.kinds.values()].flatMap(statuses => [...statuses.values()])
    report.same(
      'requests answered',
      requests,
      answered.reduce((sum, times) => sum + times, 0),
    )
  },
})
