/**
 * `npm run bench:cuts [-- cuts] [--json]`: 30 clients write marks while the connections to PostgreSQL are cut,
 * by crashes of the server (`pg_ctl -m immediate`) and by `pg_terminate_backend`, embedded and external.
 * Fails if an acknowledged mark is missing or doubled, if a request fails otherwise than with 503, or if a
 * connection of the pool stays in use.
 */
import { parseArgs } from 'node:util'
import { cutUnderLoad, type CutRun, type Pool } from './cuts/load.ts'

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true })
const cuts = Number(positionals[0] ?? 20)

const runs: CutRun[] = []
for (const server of ['embedded', 'external'] as const) runs.push(await cutUnderLoad(server, cuts))

const poolText = ({ used, idle, waiting }: Pool) => `${used} used, ${idle} idle, ${waiting} waiting`
if (values.json) console.log(JSON.stringify(runs, null, 2))
else
  console.table(
    Object.fromEntries(
      runs.map(run => [
        run.server,
        {
          cuts: run.cuts,
          seconds: Math.round(run.seconds),
          acknowledged: run.acknowledged,
          refused: run.refused,
          failed: run.failed.length,
          lost: run.lost,
          doubled: run.doubled,
          'pool before': poolText(run.before),
          'pool after': poolText(run.after),
        },
      ]),
    ),
  )
for (const failure of runs.flatMap(run => run.failed).slice(0, 10)) console.error(failure)
const bad = runs.some(
  run => run.lost + run.doubled + run.failed.length + run.after.used + run.after.waiting > 0,
)
process.exit(bad ? 1 : 0)
