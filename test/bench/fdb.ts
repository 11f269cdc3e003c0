/**
 * 150,000 MAC addresses, read every 10 minutes for a simulated day, stored by the plugin and, in the same run, in
 * the two usual ways: a row for each sighting, and a row for each place whose time is written at every reading.
 * Then the questions on 30 days. Fails if the plugin writes more than a twentieth of the rows of the others, or a
 * question takes 100 ms or more.
 */
import type { Context } from '@linecard/plugin-kit'
import fdbHistory from '@linecard/plugin-fdb-history'
import { makeWorld } from '@linecard/test-kit/worlds/core'
import { keepFdb } from '../../plugins/fdb-history/src/pollers.ts'
import type { Config } from '../../plugins/fdb-history/src/config.ts'
import { createNetwork, macOf, sizeOf, type Round } from './fdb/network.ts'
import { others, thirtyDays, thirtyDaysOfAddresses, writeRound } from './fdb/others.ts'
import { defineBench } from './kit/bench.ts'
import { median } from './kit/numbers.ts'
import { ownCpuSec } from './kit/processes.ts'
import { startServer } from './kit/server.ts'

const [writers, everyMs, longestMs] = [4, 600_000, 100]
const began = Date.UTC(2026, 2, 1)

interface Written {
  rows: number
  walMb: number
  tableMb: number
  cpuSec: number
  dbCpuSec: number
  seconds: number
  /** Sightings of an address that were given to it. */
  sightings: number
  /** Different places of addresses among them. */
  places: number
}

const line = (name: string, { rows, walMb, tableMb, cpuSec, dbCpuSec }: Written) =>
  console.log(
    `${name.padEnd(24)}${rows.toFixed(0).padStart(14)}${walMb.toFixed(0).padStart(10)}${tableMb.toFixed(0).padStart(10)}` +
      `${cpuSec.toFixed(0).padStart(12)}${dbCpuSec.toFixed(0).padStart(12)}`,
  )

export default defineBench({
  name: 'fdb',
  summary: 'a day of 150,000 MAC addresses beside a row a sighting and an upsert; questions on 30 days',
  takes: '30 min',
  options: {
    // A part of the network of 150,000 addresses: one in so many.
    part: { full: 1, smoke: 200 },
    rounds: { full: 144, smoke: 6 },
    // The others write the same in each round: some rounds of them are enough, and are told for a day.
    otherRounds: { full: 12, smoke: 3 },
    repeats: { full: 9, smoke: 1 },
  },
  async run({ part, rounds: roundsOfDay, otherRounds, repeats }, report) {
    const size = sizeOf(part)
    const network = createNetwork(size)
    const server = await startServer()
    let ctx!: Context<Config>
    const world = await makeWorld({
      plugins: [
        {
          ...fdbHistory,
          setup(given: Context<Config>) {
            ctx = given
            return fdbHistory.setup(given)
          },
        } as typeof fdbHistory,
      ],
      settings: { identity: { rate_limiter_enabled: false } },
    })
    const written = async (table: string) => {
      await world.sql('select pg_stat_force_next_flush()')
      const [row] = await world.sql<{ rows: number; bytes: number }>(
        'select (n_tup_ins + n_tup_upd)::float8 as rows, pg_total_relation_size(relid)::float8 as bytes from pg_stat_user_tables where relname = $1',
        [table],
      )
      return row!
    }

    /** Runs `work` for so many rounds, and scales what it took to a day. */
    async function measured(
      tables: readonly string[],
      count: number,
      work: (round: Round, time: Date) => Promise<unknown>,
    ): Promise<Written> {
      await world.sql('checkpoint')
      const [wal, dbCpu, started] = [await server.wal(), await server.cpuSec(), performance.now()]
      let cpu = 0
      let round = 0
      let sightings = 0
      const places = new Set<number>()
      for (const one of network.rounds(count)) {
        for (const rows of one.seen.values()) {
          sightings += rows.length
          for (const [mac, port] of rows) places.add(mac * 10_000 + port)
        }
        const before = ownCpuSec()
        await work(one, new Date(began + round++ * everyMs))
        cpu += ownCpuSec() - before
      }
      // Counters of a connection arrive when it is idle for a moment.
      await new Promise(resolve => setTimeout(resolve, 1500))
      const counts = await Promise.all(tables.map(written))
      const day = roundsOfDay / count
      return {
        rows: counts.reduce((sum, { rows }) => sum + rows, 0) * day,
        walMb: (((await server.wal()) - wal) / 1e6) * day,
        tableMb: counts.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
        cpuSec: cpu * day,
        dbCpuSec: ((await server.cpuSec()) - dbCpu) * day,
        seconds: ((performance.now() - started) / 1000) * day,
        sightings,
        places: places.size,
      }
    }

    async function storeRound({ seen }: Round, time: Date): Promise<void> {
      const queue = seen.entries()
      await Promise.all(
        Array.from({ length: writers }, async () => {
          for (const [deviceId, rows] of queue) {
            const data = rows.map(([mac, port]) => ({
              interface: { id: port, name: `port ${port}`, type: 'ETH', parent: null, if_index: port },
              mac_address: macOf(mac),
              vlan_id: 100 + (mac % 40),
              status: 'LEARNED',
              is_dynamic: true,
            }))
            await keepFdb(ctx, { deviceId, data, complete: true, time })
          }
        }),
      )
    }

    async function ask(name: string, path: string): Promise<void> {
      const times: number[] = []
      let answer = ''
      for (let n = 0; n < repeats; n++) {
        const started = performance.now()
        const { status, text, body } = await world.http('GET', `/component/fdb_history${path}`)
        if (status !== 200) throw new Error(`${path}: ${text}`)
        times.push(performance.now() - started)
        answer = `${(body.data as unknown[]).length} of ${(body.meta as { total?: number } | null)?.total ?? '-'}`
      }
      const ms = median(times)
      console.log(`${name.padEnd(44)}${ms.toFixed(1).padStart(8)} ms  ${answer}`)
      report.limit(ms < longestMs, `${name}: ${ms.toFixed(0)} ms`)
    }

    try {
      await network.fillInventory(world)
      console.log(
        `${size.macs} MAC addresses on ${size.olts} OLTs of ${size.onus} ONUs and ${size.switches} switches of ` +
          `${size.ports} ports, read every 10 minutes for a day; the others: ${otherRounds} rounds, told for a day\n`,
      )
      console.log(
        `${''.padEnd(24)}${'rows written'.padStart(14)}${'WAL MB'.padStart(10)}${'table MB'.padStart(10)}${'CPU s'.padStart(12)}${'DB CPU s'.padStart(12)}`,
      )
      const own = await measured(['fdb_history_interval', 'fdb_history_reading'], roundsOfDay, storeRound)
      line('Linecard', own)
      const [{ kept, open }] = (await world.sql<{ kept: number; open: number }>(
        'select count(*)::int as kept, count(*) filter (where closed_at is null)::int as open from fdb_history_interval',
      )) as [{ kept: number; open: number }]
      const [different] = await world.sql<{ places: number }>(
        'select count(*)::int as places from (select distinct mac, interface_id from fdb_history_interval) d',
      )
      report.same('places of addresses, seen and kept', different!.places, own.places)
      for (const [name, { table, make, write }] of Object.entries(others)) {
        await world.sql(make)
        const theirs = await measured([table], otherRounds, (round, time) =>
          writeRound(world, network, write, round, time),
        )
        const scaled = name.startsWith('one')
          ? { ...theirs, tableMb: (theirs.tableMb * roundsOfDay) / otherRounds }
          : theirs
        line(name, scaled)
        report.limit(own.rows <= theirs.rows / 20, `${name}: ${theirs.rows} rows, Linecard ${own.rows}`)
        const [held] = await world.sql<{ rows: number }>(`select count(*)::int as rows from ${table}`)
        report.same(
          `rows given and kept, ${name}`,
          held!.rows,
          name.startsWith('one') ? theirs.sightings : theirs.places,
        )
        await world.sql(`drop table ${table}`)
      }
      console.log(`\nLinecard: ${kept} stays after the day, ${open} of them open\n`)

      await world.sql('truncate fdb_history_interval, fdb_history_address, fdb_history_reading')
      const indexes = await world.sql<{ name: string; definition: string }>(
        `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid in ('fdb_history_interval'::regclass, 'fdb_history_address'::regclass) and not indisprimary`,
      )
      for (const { name } of indexes) await world.sql(`drop index ${name}`)
      const filled = ['fdb_history_interval', 'fdb_history_address']
      // Foreign keys of rows that the database makes itself.
      for (const table of filled) await world.sql(`alter table ${table} disable trigger all`)
      const until = new Date(began + 30 * 86_400_000).toISOString()
      const { olts, onus, onuMacs, switches, ports, macs } = size
      await server.client.query('alter system set maintenance_work_mem = 262144')
      await server.client.query('select pg_reload_conf()')
      // In parts: a query on these connections may take 15 s.
      for (let k = 59; k >= 0; k--)
        await world.sql(
          thirtyDays(olts, onus, onuMacs, switches, ports, macs, until).replace(
            'generate_series(59, 0, -1)',
            `generate_series(${k}, ${k})`,
          ),
        )
      for (let k = 9; k >= 0; k--)
        await world.sql(
          thirtyDaysOfAddresses(macs, until).replace(
            'generate_series(9, 0, -1)',
            `generate_series(${k}, ${k})`,
          ),
        )
      for (const table of filled) await world.sql(`alter table ${table} enable trigger all`)
      for (const { definition } of indexes) await server.runLong(world.databaseUrl, definition)
      for (const table of filled) await server.runLong(world.databaseUrl, `vacuum analyze ${table}`)
      const [{ rows, bytes }] = (await world.sql<{ rows: number; bytes: number }>(
        `select count(*)::int as rows, pg_total_relation_size('fdb_history_interval')::float8 as bytes from fdb_history_interval`,
      )) as [{ rows: number; bytes: number }]
      console.log(
        `30 days: ${rows} stays, ${(bytes / 1e9).toFixed(2)} GB with indexes; medians of ${repeats} over HTTP`,
      )
      const day = (n: number, hours = 0) => new Date(began + n * 86_400_000 + hours * 3_600_000).toISOString()
      await ask('a MAC address', `?mac=${macOf(Math.floor(macs / 2))}`)
      await ask('a port', `/interface/${olts * onus + Math.min(777, ports)}`)
      await ask('an ONU', `/interface/${Math.min(4711, onus)}`)
      await ask('an OLT, newest', '/device/3')
      await ask('an OLT, an hour 20 days ago', `/device/3?start=${day(10, 5)}&stop=${day(10, 6)}`)
      await ask('an OLT, what goes on', '/device/3?active=true')
      await ask(
        'a switch, a day 20 days ago',
        `/device/${olts + Math.min(90, switches)}?start=${day(10)}&stop=${day(11)}`,
      )
      await ask('a VLAN, newest', '?vlan=117')
      await ask('a VLAN on an OLT', '?vlan=117&device_id=3')
      await ask('a VLAN, an hour 20 days ago', `?vlan=117&start=${day(10, 5)}&stop=${day(10, 6)}`)
      await ask('an hour 20 days ago', `?start=${day(10, 5)}&stop=${day(10, 6)}`)
      await ask('everything', '')
      await ask(
        'who had an IP address 20 days ago',
        `/who?ip=100.64.${Math.min(19, (macs >> 8) - 1)}.19&time=${day(10, 5)}`,
      )
    } finally {
      await world.stop()
      await server.stop()
    }
  },
})
