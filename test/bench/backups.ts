/**
 * `npm run bench:backups`: the configurations of 1,000 simulated switches of four vendors over SSH, with 20 at
 * the same time: a first run, and a second one in which nothing has changed. Beside it, in the same run, a plain
 * ssh2 script that types, waits for the prompt and writes a file. `--devices` (1000), `--at-once` (20). Fails if
 * a device is not read, or if the second run stores anything.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { inLanes } from '../recordings/cli/replay.ts'
import { devicesOf } from './backups/devices.ts'
import { startHouse, type House } from './backups/house.ts'
import { plainSsh } from './cli/plain.ts'

const { values } = parseArgs({
  options: { devices: { type: 'string', default: '1000' }, 'at-once': { type: 'string', default: '20' } },
})
const [count, atOnce] = [Number(values.devices), Number(values['at-once'])]
/** Switches that one process plays. */
const share = 250
const devices = devicesOf(count)
const faults: string[] = []
const row = (what: string, value: string) => console.log(`  ${what.padEnd(54)}${value.padStart(30)}`)
const pace = (ms: number) => `${(ms / 60_000).toFixed(2)} min, ${(count / (ms / 1000)).toFixed(1)} devices/s`

interface Run {
  id: string
  done: number
  total: number
  results: Record<string, number>
}

/** Reads all devices. Returns the time that it took, in ms. */
async function readAll(house: House, expected: 'ok' | 'unchanged'): Promise<number> {
  const began = performance.now()
  let run = await house.ask<Run>('POST', '/component/backups/run', {})
  while (run.done < run.total) {
    await sleep(500)
    run = await house.ask<Run>('GET', `/component/backups/runs/${run.id}`)
  }
  if (run.results[expected] !== count) faults.push(`${expected}: ${JSON.stringify(run.results)}`)
  return performance.now() - began
}

async function readPlainly(folder: string): Promise<number> {
  const began = performance.now()
  await inLanes(devices, atOnce, async device => {
    const [text] = await plainSsh(device)
    await writeFile(join(folder, device.ip), text!)
  })
  return performance.now() - began
}

const players: ChildProcess[] = []
const folder = await mkdtemp(join(tmpdir(), 'linecard-bench-plain-'))
let house: House | undefined
try {
  for (let from = 0; from < count; from += share) {
    const player = fork(
      join(import.meta.dirname, 'backups/play.ts'),
      [count, from, from + share].map(String),
      { execArgv: ['--conditions=source'] },
    )
    players.push(player)
    await once(player, 'message')
  }
  house = await startHouse(devices, atOnce)
  const empty = await house.sizes()
  const idle = house.memory()
  console.log(`${count} switches, ${atOnce} at once; load average ${loadavg()[0]!.toFixed(1)}`)
  row('plain ssh2 script, files', pace(await readPlainly(folder)))
  row('first run', pace(await readAll(house, 'ok')))
  const first = await house.sizes()
  row(
    'memory of the service: before, now, at most',
    `${idle.now.toFixed(0)}, ${house.memory().now.toFixed(0)}, ${house.memory().most.toFixed(0)} MB`,
  )
  row('versions, texts', `${first.versions}, ${first.contents}`)
  row(
    'versions and texts; tables; database before, after',
    `${first.keptKB}; ${first.backupsKB}; ${empty.databaseKB}, ${first.databaseKB} kB`,
  )
  row('second run, unchanged', pace(await readAll(house, 'unchanged')))
  const second = await house.sizes()
  row('versions, texts', `${second.versions}, ${second.contents}`)
  row(
    'versions and texts; tables; database',
    `${second.keptKB}; ${second.backupsKB}; ${second.databaseKB} kB`,
  )
  row('memory at most', `${house.memory().most.toFixed(0)} MB`)
  if (second.versions !== first.versions || second.contents !== first.contents)
    faults.push('the second run stored something')
  row('plain ssh2 script again', pace(await readPlainly(folder)))
} finally {
  await house?.stop()
  for (const player of players) player.disconnect()
  await rm(folder, { recursive: true, force: true })
}
for (const fault of faults) console.log(`MISSED: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
