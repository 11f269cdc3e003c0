import { Type as T } from 'typebox'
import { definePlugin } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'

const test = suite('system', { level: 'full' })
let waiting = 0
/** Lets the requests that wait go on. */
const release = Promise.withResolvers<void>()
const below = definePlugin({
  id: 'below',
  api: 1,
  requires: ['identity'],
  setup: () => null,
  config: T.Object(
    { depth: T.Integer({ default: 1, minimum: 1 }), words: T.Array(T.String(), { default: [] }) },
    { additionalProperties: false },
  ),
  routes: routes =>
    routes.get(
      '/below',
      {
        operationId: 'below.get',
        tag: 'below',
        summary: 'Below',
        permission: 'signed-in',
        scope: 'group',
        query: T.Object({ wait: T.Optional(T.Boolean()) }),
        response: T.Null(),
      },
      async ({ query }) => {
        waiting++
        if (query.wait) await release.promise
        return null
      },
    ),
})
const above = definePlugin({
  id: 'above',
  api: 1,
  requires: ['below'],
  config: T.Object({}),
  setup: () => null,
})
let world: World
test.before(async () => {
  world = await makeWorld({ plugins: [below, above] })
})
test.after(() => world?.stop())

interface Component {
  key: string
  state: string
  enabled: boolean
  core: boolean
  configuration: object | null
}
const set = (key: string, body: object) => world.http('PUT', `/system-components/${key}`, body)

test('components are listed with their state', async () => {
  const list = (await world.http('GET', '/system-components')).body.data as Component[]
  assert.ok(
    ['identity', 'inventory', 'equipment', 'system'].every(key =>
      list.some(one => one.key === key && one.core && one.state === 'ready'),
    ),
  )
  assert.is(((await world.http('GET', '/system-components/above')).body.data as Component).state, 'ready')
  assert.is((await world.http('GET', '/system-components/nothing')).status, 404)
})

test('a component goes off and on while running, unless another needs it or it is core', async () => {
  const needed = await set('below', { enabled: false })
  assert.is(needed.status, 409)
  assert.match(needed.body.error?.description ?? '', /above/)
  assert.is((await set('identity', { enabled: false })).status, 409)
  assert.is((await set('nothing', { enabled: false })).status, 404)
  assert.is((await set('above', { enabled: 'no' })).body.error?.details[0]?.path, 'enabled')
  assert.is((await set('above', { enabled: false, force: true })).body.error?.details[0]?.path, 'force')

  assert.is((await world.http('GET', '/below')).status, 200)
  assert.is(((await set('above', { enabled: false })).body.data as Component).state, 'disabled')
  assert.is((await set('below', { enabled: false })).status, 200)
  assert.is((await world.http('GET', '/below')).status, 404)
  assert.is((await set('above', { enabled: true })).status, 409)
  assert.is((await set('below', { enabled: true })).status, 200)
  assert.is((await world.http('GET', '/below')).status, 200)
})

test('a component shows its settings and takes new ones, with switching or without, all or nothing', async () => {
  const shown = (await world.http('GET', '/system-components/below')).body.data as Component & {
    settings: { key: string }[]
    configuration_schema: { properties: object }
    required_by: string[]
  }
  assert.equal(
    [
      shown.configuration,
      shown.settings.map(({ key }) => key),
      Object.keys(shown.configuration_schema.properties),
    ],
    [{ depth: 1, words: [] }, ['depth', 'words'], ['depth', 'words']],
  )
  assert.equal(shown.required_by, ['above'])
  assert.is(
    ((await world.http('GET', '/system-components/above')).body.data as Component).configuration,
    null,
  )

  const wrong = await set('below', { enabled: false, configuration: { depth: 'deep' } })
  assert.equal([wrong.status, wrong.body.error?.details[0]?.path], [400, 'configuration.depth'])
  assert.is(((await world.http('GET', '/system-components/below')).body.data as Component).enabled, true)
  const needed = await (async () => {
    await set('above', { enabled: true })
    return set('below', { enabled: false, configuration: { depth: 5 } })
  })()
  assert.is(needed.status, 409)
  assert.equal(((await world.http('GET', '/system-components/below')).body.data as Component).configuration, {
    depth: 1,
    words: [],
  })
  assert.equal(((await set('below', { configuration: { depth: 5 } })).body.data as Component).configuration, {
    depth: 5,
    words: [],
  })
  assert.is((await set('above', { configuration: { any: 1 } })).status, 400)
  assert.is((await set('below', {})).status, 400)
})

test('settings of a component go out and come in', async () => {
  await set('below', { configuration: { depth: 7, words: ['a', 'b'] } })
  const file = (await world.http('GET', '/system-components/below/export')).body.data as {
    component: string
    configuration: object
  }
  assert.equal([file.component, file.configuration], ['below', { depth: 7, words: ['a', 'b'] }])
  await set('below', { configuration: { depth: 8, words: [] } })
  assert.equal(
    ((await world.http('POST', '/system-components/below/import', file)).body.data as Component)
      .configuration,
    { depth: 7, words: ['a', 'b'] },
  )
  const foreign = await world.http('POST', '/system-components/system/import', file)
  assert.equal([foreign.status, foreign.body.error?.code], [400, 'SYSTEM_IMPORT_FOREIGN'])
  assert.is(
    (
      await world.http('POST', '/system-components/below/import', {
        ...file,
        configuration: { depth: 9, wide: 1 },
      })
    ).status,
    400,
  )
  assert.equal(((await world.http('GET', '/system-components/below')).body.data as Component).configuration, {
    depth: 7,
    words: ['a', 'b'],
  })
  assert.is((await world.http('GET', '/system-components/above/export')).status, 404)
})

test('a change of a component that another person changed meanwhile is refused', async () => {
  const etag = (await world.http('GET', '/system-components/below')).headers.get('etag')!
  const change = (depth: number) =>
    fetch(`${world.url}/api/v1/system-components/below`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-auth-key': world.admin, 'if-match': etag },
      body: JSON.stringify({ configuration: { depth } }),
    })
  assert.equal([(await change(11)).status, (await change(12)).status], [200, 412])
})

test('switched off on one process, a component leaves the document of the other within 2 s, and its requests in flight finish', async () => {
  const other = await world.another({ plugins: [below, above] })
  try {
    await set('above', { enabled: false })
    const documented = async () =>
      '/api/v1/below' in
      ((await (await fetch(`${other.url}/swagger/openapi.json`)).json()) as { paths: object }).paths
    assert.ok(await documented())
    waiting = 0
    const slow = other.http('GET', '/below?wait=true')
    await until('the request is at work', () => waiting > 0)
    const used = process.cpuUsage()
    const off = set('below', { enabled: false })
    await until('the other process follows', async () => !(await documented()))
    const { user, system } = process.cpuUsage(used)
    // The computing time of each of the two, which share a thread here: others may use the machine too.
    const took = (user + system) / 1000 / 2
    assert.ok(took < 2000, `${took} ms`)
    assert.is((await off).status, 200)
    assert.is((await other.http('GET', '/below')).status, 404)
    release.resolve()
    assert.is((await slow).status, 200)
    await set('below', { enabled: true })
    await until('it is back', documented)
  } finally {
    await other.stop()
  }
})
