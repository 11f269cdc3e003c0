import { setTimeout as pause } from 'node:timers/promises'
import { Client as PgClient } from 'pg'
import { crashServer, serverUrl, startServer } from '@linecard/test-kit/worlds/postgres'
import { until } from '@linecard/test-kit'
import { fill } from '../api/dataset.ts'
import { startInstallation, type Installation } from '../../support/installation.ts'

const clients = 30
const interfaces = 20_000

export interface CutRun {
  server: 'embedded' | 'external'
  cuts: number
  seconds: number
  /** Writes that the service acknowledged. */
  acknowledged: number
  /** Requests that were refused with 503 and repeated. */
  refused: number
  /** Requests with any other failure: must be none. */
  failed: string[]
  /** Acknowledged marks that the database does not have. */
  lost: number
  /** Marks that the database has twice. */
  doubled: number
  before: Pool
  after: Pool
}

export interface Pool {
  used: number
  idle: number
  waiting: number
}

/** The figures of the pool, as the metrics show them. */
export async function poolOf(url: string): Promise<Pool> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string) => {
    const line = text.split('\n').find(one => one.startsWith(`${name} `))
    if (!line) throw new Error(`no metric ${name}`)
    return Number(line.split(' ').at(-1))
  }
  return {
    used: value('linecard_database_connections{state="used"}'),
    idle: value('linecard_database_connections{state="idle"}'),
    waiting: value('linecard_database_waiting'),
  }
}

interface World {
  house: Installation
  /** A connection beside the service. */
  connect(): Promise<PgClient>
  /** Cuts all connections: by a crash of the server, every third time by an operator. */
  cut(round: number): Promise<void>
  end(): Promise<void>
}

async function world(server: CutRun['server']): Promise<World> {
  const own = server === 'external' ? await startServer() : null
  const house = await startInstallation({
    ...(own ? { databaseUrl: own.url } : { database: 'embedded' }),
    features: ['@linecard/plugin-interface-marks'],
  }).catch(async (error: unknown) => {
    await own?.end()
    throw error
  })
  const connect = async () => {
    const client = new PgClient({ connectionString: own?.url ?? (await serverUrl(`${house.folder}/data`)) })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  return {
    house,
    connect,
    async cut(round) {
      if (round % 3 === 2) {
        const client = await connect()
        await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
        await client.end()
      } else if (own) {
        await own.crash()
        await own.start()
      } else await crashServer(`${house.folder}/data`)
    },
    async end() {
      await house.stop()
      await own?.end()
    },
  }
}

/** What all clients see of the service; times as of `performance.now()`. */
interface State {
  done: boolean
  lastFailureAt: number
  lastSuccessAt: number
}

/** Writes marks as fast as the service takes them. A refused request is repeated until it is acknowledged. */
async function write(
  { url, admin }: Installation,
  ids: readonly number[],
  run: CutRun,
  state: State,
): Promise<number[]> {
  const acknowledged: number[] = []
  for (const id of ids) {
    while (!state.done) {
      const answer = await fetch(`${url}/api/v1/interface-marks/interface/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-auth-key': admin.key! },
        body: JSON.stringify({ tags: [`cut ${id % 50}`] }),
      })
      const text = await answer.text()
      if (answer.status === 200) {
        acknowledged.push(id)
        state.lastSuccessAt = performance.now()
        break
      }
      state.lastFailureAt = performance.now()
      if (answer.status === 503) run.refused++
      else run.failed.push(`${answer.status} ${text.slice(0, 300)}`)
      await pause(50)
    }
    if (state.done) break
  }
  return acknowledged
}

/** What the database has of the acknowledged marks. */
async function compare(client: PgClient, acknowledged: readonly number[]) {
  const { rows } = await client.query<{ lost: number; doubled: number }>(
    `select
      (select count(*)::int from unnest($1::int[]) as id
        where not exists (select from interface_marks_tag where interface_id = id)) as lost,
      (select count(*)::int from (select interface_id from interface_marks_tag group by interface_id
        having count(*) > 1) twice) as doubled`,
    [acknowledged],
  )
  return rows[0]!
}

/** Writes marks from 30 clients while the connections to the database are cut again and again. */
export async function cutUnderLoad(server: CutRun['server'], cuts: number): Promise<CutRun> {
  const { house, connect, cut, end } = await world(server)
  try {
    const filling = await connect()
    await fill(filling, { devices: 100, interfaces, onus: 0, sightings: 0 })
    const { rows } = await filling.query<{ id: number }>('select id from inventory_interface order by id')
    await filling.end()
    const run: CutRun = {
      server,
      cuts,
      seconds: 0,
      acknowledged: 0,
      refused: 0,
      failed: [],
      lost: 0,
      doubled: 0,
      before: await poolOf(house.url),
      after: { used: 0, idle: 0, waiting: 0 },
    }
    const state: State = { done: false, lastFailureAt: 0, lastSuccessAt: 0 }
    const started = performance.now()
    const writing = Array.from({ length: clients }, (_, n) =>
      write(
        house,
        rows.map(({ id }) => id).filter(id => id % clients === n),
        run,
        state,
      ),
    )
    for (let round = 0; round < cuts; round++) {
      await pause(700)
      await cut(round)
      await until(
        'marks are written again',
        async () => {
          const since = performance.now()
          await pause(200)
          return state.lastFailureAt < since && state.lastSuccessAt > since
        },
        { timeoutMs: 30_000 },
      )
    }
    await pause(500)
    state.done = true
    const acknowledged = (await Promise.all(writing)).flat()
    run.seconds = (performance.now() - started) / 1_000
    run.acknowledged = acknowledged.length
    const comparing = await connect()
    Object.assign(run, await compare(comparing, acknowledged))
    await comparing.end()
    run.after = await poolOf(house.url)
    return run
  } finally {
    await end()
  }
}
