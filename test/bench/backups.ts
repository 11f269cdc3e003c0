/**
 * The configurations of 1,000 simulated switches of four vendors over SSH, with 20 at the same time: a first run,
 * and a second one in which nothing has changed. Beside it, in the same run, a plain ssh2 script that types, waits
 * for the prompt and writes a file. Fails if a device is not read, or if the second run stores anything.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inLanes } from '../recordings/cli/replay.ts'
import { devicesOf } from './backups/devices.ts'
import { startHouse, type House } from './backups/house.ts'
import { plainSsh } from './cli/plain.ts'
import { defineBench } from './kit/bench.ts'

/** Switches that one process plays. */
const share = 250

interface Run {
  id: string
  done: number
  total: number
  results: Record<string, number>
}

export default defineBench({
  name: 'backups',
  summary: 'configurations of 1,000 switches, twice, beside a plain ssh2 script that writes files',
  takes: '15 min',
  options: { devices: { full: 1000, smoke: 12 }, atOnce: { full: 20, smoke: 6 } },
  async run({ devices: count, atOnce }, report) {
    const devices = devicesOf(count)
    const pace = (ms: number) =>
      `${(ms / 60_000).toFixed(2)} min, ${(count / (ms / 1000)).toFixed(1)} devices/s`
    /** Reads all devices. Returns the time that it took, in ms. */
    const readAll = async (house: House, expected: 'ok' | 'unchanged'): Promise<number> => {
      const began = performance.now()
      let run = await house.ask<Run>('POST', '/component/backups/run', {})
      while (run.done < run.total) {
        await sleep(report.smoke ? 100 : 500)
        run = await house.ask<Run>('GET', `/component/backups/runs/${run.id}`)
      }
      report.same(`devices read, ${expected}`, run.results[expected] ?? 0, count)
      return performance.now() - began
    }
    const readPlainly = async (folder: string): Promise<number> => {
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
      report.row('plain ssh2 script, files', pace(await readPlainly(folder)))
      report.row('first run', pace(await readAll(house, 'ok')))
      const first = await house.sizes()
      report.same('configurations, files of the script', first.versions, (await readdir(folder)).length)
      const { now, most } = house.memory()
      report.row(
        'memory of the service: before, now, at most',
        `${[idle.now, now, most].map(mb => mb.toFixed(0)).join(', ')} MB`,
      )
      report.row('versions, texts', `${first.versions}, ${first.contents}`)
      report.row(
        'versions and texts; tables; database before, after',
        `${first.keptKB}; ${first.backupsKB}; ${empty.databaseKB}, ${first.databaseKB} kB`,
      )
      report.row('second run, unchanged', pace(await readAll(house, 'unchanged')))
      const second = await house.sizes()
      report.row('versions, texts', `${second.versions}, ${second.contents}`)
      report.row(
        'versions and texts; tables; database',
        `${second.keptKB}; ${second.backupsKB}; ${second.databaseKB} kB`,
      )
      report.row('memory at most', `${house.memory().most.toFixed(0)} MB`)
      if (second.versions !== first.versions || second.contents !== first.contents)
        report.fault('the second run stored something')
      report.row('plain ssh2 script again', pace(await readPlainly(folder)))
    } finally {
      await house?.stop()
      for (const player of players) player.disconnect()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
