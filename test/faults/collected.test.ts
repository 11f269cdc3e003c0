import { boot } from '@linecard/kernel'
import type { Caller, Installation } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { code, throwing } from './bad-packages/hollow.ts'
import { code as neighbour } from './bad-packages/neighbour.ts'
import { makeSite, type Site } from './bad-packages/world.ts'

/** A plugin that throws takes only its own part out of the lists that are made of all plugins. */
const test = suite('lists of all plugins', { level: 'full' })

let site!: Site
let run!: Awaited<ReturnType<typeof boot>>
let installation!: Installation
let system!: Caller
test.before(async () => {
  site = await makeSite(
    [
      { id: 'hollow', code },
      { id: 'neighbour', code: neighbour },
    ],
    ['notifications', 'events', 'pollers', 'portal', 'metrics'].map(id => `@linecard/plugin-${id}`),
  )
  run = await boot({ configFile: site.configFile, env: { LINECARD_LOG_LEVEL: 'silent' } })
  installation = run.use('installation')
  system = run.use('auth').system()
  for (const type of ['hollow', 'neighbour']) {
    const path = '/component/notifications/contacts'
    const { status } = await run.request({ method: 'POST', path, body: { user_id: 1, type, value: type } })
    assert.is(status, 201)
  }
})
test.after(async () => {
  throwing(null)
  await run?.stop()
  await site?.remove()
})

const get = (path: string) => async () => {
  const { status, body } = await run.request({ method: 'GET', path })
  assert.is(status, 200, JSON.stringify(body))
  return body
}
const lists: Readonly<Record<string, () => unknown>> = {
  rules: () => installation.rules(),
  pollers: () => installation.pollers(),
  conditions: () => installation.conditions(),
  channels: () => installation.channels(),
  'search sources': () => installation.searchSources(),
  'place sources': () => installation.placeSources(),
  usage: () => installation.usage(system),
  metrics: () => installation.metrics(),
  'GET /system/usage': get('/system/usage'),
  'GET /system/metrics': get('/system/metrics'),
  'GET /system-schedule/tasks': get('/system-schedule/tasks'),
  'GET /system-pollers/list': get('/system-pollers/list'),
  'GET /component/events/rules': get('/component/events/rules'),
  'GET /component/notifications/channels': get('/component/notifications/channels'),
  'GET /component/notifications/templates': get('/component/notifications/templates'),
  'GET /component/notifications/contacts': get('/component/notifications/contacts'),
  'GET /portal/search': get('/portal/search?query=neighbour'),
  'GET /portal/nearest-elements': get('/portal/nearest-elements?lat=1&lon=1'),
  'GET /component/events/rules/state': get('/component/events/rules/state'),
}
const throwable = [...new Set(code.match(/fails\('([\w.]+)'\)/g))].map(one => one.slice(7, -2))

for (const when of ['at once', 'later'] as const)
  for (const name of throwable)
    test(`${name} throws ${when}: the part of another plugin is in every list`, async () => {
      throwing(name, null, when)
      try {
        for (const [list, ask] of Object.entries(lists))
          assert.match(JSON.stringify(await ask()), /neighbour/, list)
      } finally {
        throwing(null)
      }
    })

test('rules that a plugin cannot tell now are those that it told last: their events do not end', async () => {
  const names = () => installation.rules().filter(({ component }) => component === 'hollow')
  const before = names()
  assert.equal(before.length, 1)
  throwing('rules')
  assert.equal(names(), before)
  await installation.setEnabled('hollow', false)
  assert.equal(names(), [])
  throwing(null)
})
