/**
 * 30 clients write marks while the connections to PostgreSQL are cut, by crashes of the server
 * (`pg_ctl -m immediate`) and by `pg_terminate_backend`, embedded and external. Fails if an acknowledged mark is
 * missing or doubled, if a request fails otherwise than with 503, or if a connection of the pool stays in use.
 */
import { cutUnderLoad, type CutRun, type Pool } from './cuts/load.ts'
import { defineBench } from './kit/bench.ts'

const poolText = ({ used, idle, waiting }: Pool) => `${used} used, ${idle} idle, ${waiting} waiting`

export default defineBench({
  name: 'cuts',
  summary: 'marks written while PostgreSQL is cut off: acknowledged ones beside those in the database',
  takes: '3 min',
  options: { cuts: { full: 20, smoke: 1 }, servers: { full: 'embedded,external', smoke: 'external' } },
  async run({ cuts, servers }, report) {
    const runs: CutRun[] = []
    for (const server of servers.split(',')) runs.push(await cutUnderLoad(server as CutRun['server'], cuts))
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
    for (const { server, acknowledged, refused, lost, doubled, failed, after } of runs) {
      report.same(
        `marks acknowledged and stored once, ${server}`,
        acknowledged,
        acknowledged - lost - doubled,
      )
      if (refused === 0) report.fault(`${server}: no request met a cut`)
      for (const failure of failed) report.fault(failure)
      if (after.used + after.waiting > 0) report.fault(`the pool: ${poolText(after)}`)
    }
  },
})
