/**
 * Two workers as processes on one database, and one of them is killed with -9: how late polls begin, whether
 * one is lost or done twice, and how the tables grow. The clock is compressed: an interval of five minutes
 * takes 120 s here, so that the workers do more polls a second than in production; the
 * lease is that of production. `npm run bench:workers -- [devices] [interval] [rounds]`
 */
import { runWorkers } from './workers/run.ts'

const [devices = 10_000, intervalSec = 120, rounds = 3] = process.argv.slice(2).map(Number)
const found = await runWorkers({ devices, intervalSec, rounds, leaseSec: 30, killAfter: 0.5 })
const { tables, results, ...figures } = found
console.table([{ devices, intervalSec, ...figures }])
console.table(results)
console.table(tables)
process.exit(found.doubled === 0 && found.missed === 0 ? 0 : 1)
