import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { Type as T } from 'typebox'
import { definePlugin } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import type { Running } from '../src/index.ts'
import { makeDatabase, start } from './support/world.ts'
import { extra, things } from './support/things.ts'

/** What a switch costs those who have nothing to do with it. */
const test = suite('kernel switch', { level: 'full' })
let db: Awaited<ReturnType<typeof makeDatabase>>
test.before(async () => {
  db = await makeDatabase()
})
test.after(() => db?.drop())

const scopes: WeakRef<FastifyInstance>[] = []
let declared = 0
/** Has many routes, and sees each application that is built. */
const many = definePlugin({
  id: 'many',
  api: 1,
  config: T.Object({}),
  setup: () => ({}),
  routes(routes) {
    declared++
    for (let n = 0; n < 500; n++)
      routes.get(
        `/many/${n}/:id`,
        {
          operationId: `many.show_${n}`,
          tag: 'many',
          summary: 'One of many',
          permission: 'public',
          params: T.Object({ id: T.Integer() }),
          response: T.Object({ n: T.Integer(), name: T.String() }),
        },
        () => ({ n, name: 'many' }),
      )
  },
  http: {
    permission: 'public',
    register(scope) {
      scopes.push(new WeakRef(scope as FastifyInstance))
    },
  },
})
const withMany = () => start(db.url, [things, extra, many])
const set = (run: Running, enabled: boolean) => run.use('installation').setEnabled('extra', enabled)
const document = async (run: Running) => (await fetch(`${run.url}/swagger/openapi.json`)).text()

/** CPU time of this thread, in ms. */
const cpu = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

test('the building of an application is cut into pieces, between which requests are answered', async () => {
  const run = await withMany()
  let running = true
  let longest = 0
  let last = cpu()
  const turn = () => {
    const now = cpu()
    longest = Math.max(longest, now - last)
    last = now
    if (running) setImmediate(turn)
  }
  try {
    for (const enabled of [false, true]) await set(run, enabled)
    setImmediate(turn)
    const shares: number[] = []
    for (const enabled of [false, true, false, true, false, true, false, true]) {
      longest = 0
      const before = cpu()
      await set(run, enabled)
      shares.push(longest / (cpu() - before))
    }
    assert.ok(Math.min(...shares) < 0.4, `one piece is a share of the whole of at least ${shares.join(', ')}`)
  } finally {
    running = false
    await run.stop()
  }
})

test('an application that was replaced is held by nobody, and its routes are declared once', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const run = await withMany()
  try {
    const before = await document(run)
    scopes.splice(0, scopes.length - 1)
    declared = 0
    for (let cycle = 0; cycle < 4; cycle++)
      for (const enabled of [false, true]) {
        await set(run, enabled)
        assert.is((await fetch(`${run.url}/api/v1/extra`)).status, enabled ? 200 : 404)
        assert.is((await fetch(`${run.url}/api/v1/many/7/1`)).status, 200)
      }
    assert.is(await document(run), before)
    assert.is(declared, 0)
    assert.is(scopes.length, 9)
    await until('only the present application is left', () => {
      collect()
      return scopes.filter(scope => scope.deref()).length === 1
    })
    assert.ok(scopes.at(-1)!.deref())
  } finally {
    await run.stop()
  }
})
