/**
 * Kills the service (`kill -9`) during changes of simulated switches, changes of the database, imports and
 * readings. Afterwards the action log is compared with what clients were told and with what the switches, which
 * live in another process, have received. Fails if one acknowledged change is missing, one change of a switch has
 * no record, or one was made twice.
 */
import { defineBench } from './kit/bench.ts'
import { faultsOf, runKills } from './kills/run.ts'

export default defineBench({
  name: 'kills',
  summary:
    'kill -9 during changes, imports and readings: the action log beside what clients and switches know',
  takes: '5 min',
  options: { kills: { full: 20, smoke: 1 }, switches: { full: 6, smoke: 2 } },
  async run({ kills, switches }, report) {
    const run = await runKills(kills, { switches })
    console.log(`${run.kills} kills, slowest start ${(run.slowestStartMs / 1000).toFixed(1)} s`)
    console.table(run.findings)
    for (const fault of faultsOf(run)) report.fault(fault)
    for (const [name, { done, missing, unrecorded, duplicates }] of Object.entries(run.findings))
      report.same(`${name} done and recorded`, done, done - missing - unrecorded - duplicates)
  },
})
