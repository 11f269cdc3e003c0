import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Type as T } from 'typebox'
import { assert, suite, until } from '@linecard/test-kit'
import type { Running } from '../src/index.ts'
import { stopMs } from '../src/start.ts'
import { makeDatabase, start, stoppedInTime } from './support/world.ts'
import { extra, gate, things } from './support/things.ts'

const extraShape = T.String()
const test = suite('kernel swap')
let db: Awaited<ReturnType<typeof makeDatabase>>
test.before(async () => {
  db = await makeDatabase()
})
test.after(async () => {
  await db.drop()
})

const state = (run: Running, key: string) => run.components().find(one => one.key === key)?.state
const status = async (url: string) => (await fetch(url)).status
const pathsOf = async (run: Running) =>
  Object.keys(((await (await fetch(`${run.url}/swagger/openapi.json`)).json()) as { paths: object }).paths)

/** One GET over a kept connection: its status, or what broke. */
const hit = (url: string, agent: Agent) =>
  new Promise<number | string>(resolve => {
    get(url, { agent }, answer => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', error => resolve(error.message))
    }).on('error', error => resolve(error.message))
  })

test('under constant load no request is lost while a plugin is switched off and on, and the document follows', async () => {
  const run = await start(db.url, [things, extra], {
    config: { http: { port: 0, rate_limit: { max: 1_000_000 } } },
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const seen = new Map<number | string, number>()
  const end = new AbortController()
  const load = async (path: string) => {
    while (!end.signal.aborted) {
      const result = await hit(`${run.url}${path}`, agent)
      seen.set(result, (seen.get(result) ?? 0) + 1)
      await new Promise(resolve => {
        setTimeout(resolve, 2)
      })
    }
  }
  const clients = [
    load('/api/v1/open'),
    load('/api/v1/open'),
    load('/api/v1/slow/30'),
    load('/api/v1/slow/150'),
    load('/health/live'),
    load('/api/v1/page'),
  ]
  try {
    const installation = run.use('installation')
    for (let round = 0; round < 3; round++) {
      assert.ok((await pathsOf(run)).includes('/api/v1/extra'))
      const off = await installation.setEnabled('extra', false)
      assert.is(off.state, 'disabled')
      assert.is(await status(`${run.url}/api/v1/extra`), 404)
      assert.not.ok((await pathsOf(run)).includes('/api/v1/extra'))
      const on = await installation.setEnabled('extra', true)
      assert.is(on.state, 'ready')
      assert.is(await status(`${run.url}/api/v1/extra`), 200)
    }
  } finally {
    end.abort()
    await Promise.all(clients)
    agent.destroy()
    await run.stop()
  }
  assert.equal([...seen.keys()], [200], JSON.stringify([...seen]))
  assert.ok((seen.get(200) ?? 0) > 100, JSON.stringify([...seen]))
})

test('a running request finishes on its application, even if its plugin is switched off', async () => {
  let stopped = 0
  const begun = Promise.withResolvers<void>()
  const switched = Promise.withResolvers<void>()
  const leaving = {
    ...extra,
    id: 'leaving',
    requires: [],
    setup: () => ({}),
    stop() {
      stopped++
    },
    routes: ((routes: Parameters<typeof extra.routes & object>[0]) => {
      routes.get(
        '/leaving',
        {
          operationId: 'leaving.show',
          tag: 'leaving',
          summary: 'Slow',
          permission: 'public',
          response: extraShape,
        },
        async () => {
          begun.resolve()
          await switched.promise
          return stopped === 0 ? 'before' : 'after'
        },
      )
    }) as typeof extra.routes,
  }
  const run = await start(db.url, [leaving as never])
  try {
    const slow = fetch(`${run.url}/api/v1/leaving`)
    await begun.promise
    await run.use('installation').setEnabled('leaving', false)
    assert.is(await status(`${run.url}/api/v1/leaving`), 404)
    assert.is(stopped, 0)
    switched.resolve()
    assert.is(((await (await slow).json()) as { data: string }).data, 'before')
    await until('the plugin has stopped', () => stopped === 1)
  } finally {
    await run.stop()
  }
})

test('a required plugin cannot be switched off, the core never; an unknown plugin is a 404', async () => {
  const run = await start(db.url, [things, extra], { mode: 'command' })
  const fails = async (key: string, enabled: boolean) => {
    try {
      await run.use('installation').setEnabled(key, enabled)
      return null
    } catch (error) {
      return error as { code: string; status: number; message: string }
    }
  }
  try {
    const needed = await fails('things', false)
    assert.is(needed?.code, 'COMPONENT_NEEDED')
    assert.match(needed?.message ?? '', 'extra')
    assert.is((await fails('nothing', true))?.status, 404)
    assert.is(await fails('extra', false), null)
    assert.is(await fails('things', false), null)
    assert.is((await fails('extra', true))?.code, 'COMPONENT_NEEDS')
    assert.is(await fails('things', true), null)
    assert.is(await fails('extra', true), null)
  } finally {
    await run.stop()
  }
})

test('all processes follow, and a later start keeps the state', async () => {
  const one = await start(db.url, [things, extra])
  const two = await start(db.url, [things, extra])
  try {
    await one.use('installation').setEnabled('extra', false)
    await until('the other process follows', () => state(two, 'extra') === 'disabled')
    await until('its route is gone', async () => (await status(`${two.url}/api/v1/extra`)) === 404)
    const three = await start(db.url, [things, extra], { mode: 'command' })
    assert.is(state(three, 'extra'), 'disabled')
    await three.stop()
    await two.use('installation').setEnabled('extra', true)
    await until('the first follows back', async () => (await status(`${one.url}/api/v1/extra`)) === 200)
  } finally {
    await Promise.all([one.stop(), two.stop()])
  }
})

test('a plugin with routes that break the contract fails when it is switched on, and the others run', async () => {
  const rogue = {
    ...extra,
    id: 'rogue',
    requires: [],
    routes: ((routes: Parameters<typeof extra.routes & object>[0]) => {
      routes.get(
        '/rogue',
        { operationId: 'nonsense', tag: 'rogue', summary: 'X', permission: 'public', response: extraShape },
        () => 'x',
      )
    }) as typeof extra.routes,
  }
  await db.query(
    `insert into kernel_component (key, enabled) values ('rogue', false) on conflict (key) do update set enabled = false`,
  )
  const run = await start(db.url, [things, rogue as never])
  try {
    const told = await run.use('installation').setEnabled('rogue', true)
    assert.is(told.state, 'failed')
    assert.match(told.reason ?? '', 'operationId')
    assert.is(await status(`${run.url}/api/v1/open`), 200)
  } finally {
    await run.stop()
  }
})

test('stop finishes running requests, refuses new ones and ends within 10 s', async () => {
  const steps: string[] = []
  const usual = { ...stopMs }
  // However slow the machine is, the request is not cut before the test lets it go on.
  Object.assign(stopMs, { all: 3_600_000, requests: 3_600_000 })
  const run = await start(db.url, [things], { onStop: what => steps.push(what) })
  const slow = fetch(`${run.url}/api/v1/held`).then(
    answer => [answer.status, answer.headers.get('connection')],
    () => 'cut',
  )
  await until('the request is at work', () => gate.waiting === 1)
  const stopping = run.stop()
  await until('new ones are refused', () =>
    fetch(`${run.url}/api/v1/open`).then(
      () => false,
      () => true,
    ),
  )
  // A stop that does not wait would cut it now.
  await pause(1_000)
  assert.is(gate.waiting, 1)
  gate.open()
  const answer = await slow
  await stopping
  await run.stop()
  Object.assign(stopMs, usual)
  assert.equal(answer, [200, 'close'])
  stoppedInTime(steps)
})

test('stop does not wait for ever: hanging requests are ended within 10 s', async () => {
  const steps: string[] = []
  const run = await start(
    db.url,
    [things, { ...extra, stop: () => new Promise<void>(() => undefined) } as never],
    { onStop: what => steps.push(what) },
  )
  const hanging = fetch(`${run.url}/api/v1/held`).then(
    () => 'answered',
    () => 'cut',
  )
  await until('the request is at work', () => gate.waiting === 1)
  await run.stop()
  stoppedInTime(steps)
  assert.is(await hanging, 'cut')
  assert.is(gate.waiting, 1)
  gate.open()
})

test('more requests than the limit get 429 with Retry-After, whatever tickets they show', async () => {
  const run = await start(db.url, [things], {
    config: { http: { port: 0, rate_limit: { max: 5, window_sec: 60 } } },
  })
  try {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(`${run.url}/api/v1/open`, { headers: { 'x-linecard-ticket': 'forged' } }),
      ),
    )
    const refused = answers.filter(answer => answer.status === 429)
    assert.is(refused.length, 3)
    assert.ok(Number(refused[0]!.headers.get('retry-after')) > 0)
    assert.is(((await refused[0]!.json()) as { error: { type: string } }).error.type, 'TOO_MANY_REQUESTS')
    assert.is(await status(`${run.url}/health/live`), 200)
    assert.is((await run.request({ method: 'GET', path: '/open' })).status, 200)
  } finally {
    await run.stop()
  }
})

test('a foreign host name is refused where names are listed', async () => {
  const run = await start(db.url, [things], {
    config: { http: { port: 0, trusted_hosts: ['noc.example.net'] } },
  })
  const as = (host: string) =>
    new Promise<number>((resolve, reject) => {
      get(`${run.url}/api/v1/open`, { headers: { host } }, answer => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      }).on('error', reject)
    })
  try {
    assert.is(await as('noc.example.net'), 200)
    assert.is(await as('127.0.0.1:8088'), 200)
    assert.is(await as('evil.example.com'), 400)
  } finally {
    await run.stop()
  }
})
