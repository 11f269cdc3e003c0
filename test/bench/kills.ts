/**
 * `npm run bench:kills [-- kills] [--json]`: kills the service (`kill -9`) during changes of simulated
 * switches, changes of the database, imports and readings, 20 times by default. Afterwards the action log is compared
 * with what clients were told and with what the switches, which live in another process, have received.
 * Fails if one acknowledged change is missing, one change of a switch has no record, or one was made twice.
 */
import { parseArgs } from 'node:util'
import { faultsOf, runKills } from './kills/run.ts'

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const run = await runKills(Number(positionals[0] ?? 20))
if (values.json) console.log(JSON.stringify(run))
else {
  console.log(`${run.kills} kills, slowest start ${(run.slowestStartMs / 1000).toFixed(1)} s`)
  console.table(run.findings)
}
const faults = faultsOf(run)
for (const fault of faults) console.error(`FAILED: ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)
