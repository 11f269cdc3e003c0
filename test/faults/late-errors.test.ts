import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { assert, suite, until } from '@linecard/test-kit'
import { clientOf, signIn, type Client } from '../support/client.ts'
import { startLinecard, type Service } from '../support/command.ts'
import { makeSite, type Site } from './bad-packages/world.ts'
import { unruly } from './bad-packages/unruly.ts'

/**
 * A late throw or rejection in a plugin or driver is caught and charged to it. The service runs
 * in a process of its own, because such an error ends a process.
 */
const test = suite('late errors', { level: 'full' })

interface Component {
  state: string
  reason: string | null
  error_count: number
  last_error: { time: string; message: string } | null
}

/** Stands in for a fault of the kernel: a handler of a signal runs for no component. */
const outsider = `process.on('SIGUSR2', () => { throw new Error('nobody knows whose error this is') })`

const children: ChildProcess[] = []
let site!: Site
let service!: Service
let admin!: Client

test.before(async () => {
  site = await makeSite(unruly)
  service = await startLinecard(site.configFile, children, {
    LINECARD_ADMIN_PASSWORD: 'first-owner-password',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(outsider)}`,
  })
  admin = await signIn(clientOf(service.url), 'admin', 'first-owner-password')
})
test.after(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  await site?.remove()
})

const component = (key: string) => admin.get<Component>(`/system-components/${key}`)
const assertServes = async () => {
  assert.is((await fetch(`${service.url}/api/v1/weather`)).status, 200)
  assert.is((await admin.ask('GET', '/device')).status, 200)
}
const lines = (text: string) =>
  service
    .stdout()
    .split('\n')
    .filter(line => line.includes(text))

const places: [id: string, message: string][] = [
  ['late-setup', 'a timer of setup'],
  ['late-handler', 'a promise of a handler'],
  ['late-event', 'a timer of a subscriber'],
  ['late-http', 'a timer of a page'],
  ['late-import', 'a timer of the module'],
]
for (const [id, message] of places) {
  test(`${message} that throws is charged to ${id}: log, count, last_error, metric; the process goes on`, async () => {
    if (id === 'late-handler') assert.is((await fetch(`${service.url}/api/v1/late-handler`)).status, 200)
    if (id === 'late-http') assert.is((await fetch(`${service.url}/api/v1/component/late-http`)).status, 200)
    if (id === 'late-event') await admin.post('/device-group', { name: `group ${id}` })
    const seen = await until(`the error of ${id}`, async () => {
      const now = await component(id)
      return now.error_count > 0 ? now : null
    })
    assert.equal([seen.state, seen.error_count], ['degraded', 1])
    // With its place in the package.
    assert.ok(seen.last_error!.message.startsWith(`${message} (`), seen.last_error!.message)
    assert.match(seen.reason!, `threw 1 times, at last: ${message}`)
    assert.ok(!Number.isNaN(Date.parse(seen.last_error!.time)))
    const [line, ...more] = lines(`plugin \\"${id}\\" threw after its work had ended: ${message}`)
    assert.equal([JSON.parse(line!).level, more.length], ['error', 0])
    // A page of metrics serves all who ask within a moment.
    await until('it is in the metrics', async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text()
      return metrics.includes(`linecard_component_late_errors_total{component="${id}"} 1`)
    })
    await assertServes()
  })
}

test('a handler that throws is charged to its plugin, with file and line, and counted once', async () => {
  assert.is((await component('clumsy')).state, 'ready')
  assert.is((await fetch(`${service.url}/api/v1/clumsy`)).status, 500)
  const { state, reason, error_count: count, last_error: last } = await component('clumsy')
  assert.equal([state, count], ['degraded', 1])
  assert.match(last!.message, /^Cannot read properties of null \(reading 'length'\) \(.*\.js:\d+\)$/)
  assert.match(reason!, last!.message)
  const [line, ...more] = lines('plugin \\"clumsy\\" threw: Cannot read')
  const { err } = JSON.parse(line!) as { err: { stack: string[] } }
  assert.equal([more.length, err.stack.some(frame => frame.includes('clumsy'))], [0, true])
  // A caller who repeats it does not get the plugin taken out of use, and does not fill the log.
  const call = async (times: number) => {
    for (let n = 0; n < times; n++) await fetch(`${service.url}/api/v1/clumsy`)
  }
  await call(8)
  await until(
    'the ninth and its timer are counted',
    async () => (await component('clumsy')).error_count >= 10,
  )
  await call(12)
  assert.equal(
    [(await component('clumsy')).state, lines('plugin \\"clumsy\\" threw: Cannot').length],
    ['degraded', 10],
  )
  // It serves, and so does the installation.
  const ready = await fetch(`${service.url}/health/ready`)
  assert.is(ready.status, 200)
  assert.match(await ready.text(), '"key":"clumsy","state":"degraded"')
  await admin.put('/system-components/clumsy', { enabled: false })
  assert.is((await admin.put<Component>('/system-components/clumsy', { enabled: true })).state, 'ready')
  assert.is((await component('clumsy')).error_count, 22)
})

test('a wrong request, a foreign id and a device that is away are charged to nobody', async () => {
  const before = await admin.get<(Component & { key: string })[]>('/system-components')
  await admin.ask('GET', '/device/abc')
  await admin.ask('GET', '/device/99999')
  await admin.ask('POST', '/device', { body: { ip: 'x' } })
  await admin.ask('POST', '/component/diagnostic/icmp-ping', { body: { ip: '192.0.2.1', count: 1 } })
  const after = await admin.get<(Component & { key: string })[]>('/system-components')
  const counts = (all: typeof before) => all.map(({ key, error_count: count }) => [key, count])
  assert.equal(counts(after), counts(before))
})

test('one that throws ten times within a minute is failed, and its dependant is blocked; the others serve', async () => {
  assert.is((await fetch(`${service.url}/api/v1/storm`)).status, 200)
  const storm = await until('it is failed', async () => {
    const now = await component('storm')
    return now.state === 'failed' ? now : null
  })
  assert.match(
    storm.reason!,
    /^threw 10 times within 60 s after its work had ended, at last: thunder \(.*\.js:\d+\); mend that, then /,
  )
  assert.match(storm.reason!, /\d\); mend that, then switch it off and on$/)
  assert.is((await component('shelter')).state, 'blocked')
  await until('its routes are gone', async () => (await fetch(`${service.url}/api/v1/storm`)).status === 404)
  assert.is(lines('plugin \\"storm\\" failed: threw 10 times').length, 1)
  await assertServes()
  await admin.put('/system-components/storm', { enabled: false })
  assert.is((await admin.put<Component>('/system-components/storm', { enabled: true })).state, 'ready')
  assert.is((await component('shelter')).state, 'ready')
})

test('an error that belongs to no plugin or driver ends the process in order, with code 1', async () => {
  const child = children[0]!
  const exited = once(child, 'exit')
  child.kill('SIGUSR2')
  const [code] = (await exited) as [number | null]
  assert.is(code, 1)
  assert.match(service.stderr(), 'nobody knows whose error this is')
  assert.is(lines('the service ends: an error that belongs to no plugin or driver').length, 1)
  assert.is(lines('"stop: database"').length, 1)
})
