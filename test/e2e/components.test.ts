import { Type as T } from 'typebox'
import { definePlugin } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { clientOf, documentOf } from '../support/client.ts'
import { sceneOf, startInstallation, type Installation } from '../support/installation.ts'
import { allPermissions } from '../support/people.ts'

/** Plugins and drivers are switched off and on while the service works. */
const test = suite('components on and off', { level: 'full' })

let stopped = 0
const weather = definePlugin({
  id: 'weather',
  api: 1,
  requires: ['inventory'],
  config: T.Object({}),
  permissions: {
    weather_show: {
      label: 'See the weather',
      description: 'See the weather',
      group: 'Weather',
      default: true,
    },
  },
  setup: () => ({}),
  routes(routes) {
    routes.get(
      '/weather',
      {
        operationId: 'weather.show',
        tag: 'weather',
        summary: 'Weather',
        permission: 'weather_show',
        scope: 'group',
        response: T.Object({ sky: T.String() }),
      },
      async () => {
        await new Promise(resolve => {
          setTimeout(resolve, 30)
        })
        return { sky: 'clear' }
      },
    )
  },
  stop() {
    stopped++
  },
})

let house!: Installation
let olt!: { id: number }
test.before(async () => {
  house = await startInstallation({
    plugins: [weather],
    scene: sceneOf([{ kind: 'olt', name: 'olt', vendor: 'zte', model: 'C320', onusPerPort: 1 }]),
  })
  olt = await house.add(house.simulated('olt'))
})
test.after(async () => {
  for (const stop of stops) stop()
  await new Promise(resolve => {
    setTimeout(resolve, 200)
  })
  await house?.stop()
})

const put = (key: string, enabled: boolean) =>
  house.admin.put<{ state: string; enabled: boolean }>(`/system-components/${key}`, { enabled })
const keys = () => allPermissions(house.admin)
const ask = () => house.admin.ask<unknown[]>('GET', `/switcher-core/device/pon_onts_status/${olt.id}`)
const model = async () =>
  (await house.admin.get<{ model: { key: string; available: boolean } }>(`/device/${olt.id}`)).model
const paths = async () => Object.keys((await documentOf(house.url)).paths)

/** Ends the loops that a failed test has left. */
const stops: (() => void)[] = []
/** Repeats a request until it is stopped. Returns how often each status came. Rejects without an answer. */
function traffic(path: string) {
  const seen = new Map<number, number>()
  const ending = new AbortController()
  stops.push(() => ending.abort())
  const done = Promise.all(
    Array.from({ length: 2 }, async () => {
      while (!ending.signal.aborted) {
        const answer = await fetch(`${house.url}/api/v1${path}`, {
          headers: { 'x-auth-key': house.admin.key! },
        })
        await answer.text()
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        await new Promise(resolve => {
          setTimeout(resolve, 5)
        })
      }
    }),
  )
  return {
    seen,
    stop: async () => {
      ending.abort()
      await done
    },
  }
}

test('a plugin is switched off and on under load: no request is lost, and requests to others never fail', async () => {
  const own = traffic('/weather')
  const others = [traffic('/device'), traffic(`/switcher-core/device/system/${olt.id}`)]
  for (let round = 0; round < 2; round++) {
    assert.is((await put('weather', false)).state, 'disabled')
    assert.not.ok((await paths()).includes('/api/v1/weather'))
    assert.is((await put('weather', true)).state, 'ready')
    assert.ok((await paths()).includes('/api/v1/weather'))
  }
  for (const one of [own, ...others]) await one.stop()
  assert.ok(
    own.seen.has(200) && own.seen.has(404) && [...own.seen.keys()].every(status => status < 500),
    JSON.stringify([...own.seen]),
  )
  for (const { seen } of others) assert.equal([...seen.keys()], [200])
  assert.ok(own.seen.get(200)! > 3 && others[0]!.seen.get(200)! > 10, JSON.stringify([...own.seen]))
  // A plugin stops when the last request of its application has its answer, which may be after the switch.
  await until('the plugin has stopped each time', () => stopped === 2)
})

test('a key that only the plugin declares disappears with it', async () => {
  assert.ok((await keys()).includes('weather_show'))
  await put('weather', false)
  assert.not.ok((await keys()).includes('weather_show'))
  await put('weather', true)
})

test('a driver is switched off and on: its devices stay, refuse calls with the reason, and answer again', async () => {
  const other = traffic('/device')
  assert.is((await ask()).status, 200)
  assert.is((await put('driver-zte', false)).state, 'disabled')
  const off = await ask()
  assert.ok(off.status === 422 || off.status === 409, `${off.status} ${off.text}`)
  assert.match(off.error.description, /driver|model/i)
  await until('its models are marked', async () => !(await model()).available)
  assert.is((await model()).key, 'zte_c320')
  assert.is((await put('driver-zte', true)).state, 'ready')
  const on = await ask()
  assert.is(on.status, 200)
  assert.ok(on.data.length > 0)
  await until('its models are offered again', async () => (await model()).available)
  await other.stop()
  assert.equal([...other.seen.keys()], [200])
})

test('the core stays on, an unknown component is 404, and a component that others need stays on', async () => {
  const refused = await house.admin.fails('PUT', '/system-components/inventory', { body: { enabled: false } })
  assert.is(refused.status, 409)
  assert.is(
    (await house.admin.fails('PUT', '/system-components/nothing', { body: { enabled: true } })).status,
    404,
  )
  assert.is(
    (await house.admin.fails('PUT', '/system-components/weather', { body: { enabled: 'perhaps' } })).status,
    400,
  )
})

test('a plugin that is on again is open at once to a user with every permission', async () => {
  await put('weather', false)
  const before = clientOf(house.url, house.admin.key)
  assert.is((await before.ask('GET', '/device')).status, 200)
  await put('weather', true)
  assert.is((await before.ask('GET', '/weather')).status, 200)
})
