import { boot, StartError, type Running } from '@linecard/kernel'
import { assert, failureOf, suite } from '@linecard/test-kit'
import { clientOf, signIn, type Client } from '../support/client.ts'
import { linecard } from '../support/command.ts'
import { rows, type Row } from './bad-packages/rows.ts'
import { makeSite, type Site } from './bad-packages/world.ts'

/**
 * One wrong declaration in a package of others is one failed component, at the start as while
 * running. All wrong packages at once, beside good ones, in one installation.
 */
const test = suite('bad packages', { level: 'full' })

interface Line {
  level: string
  msg: string
}
interface Component {
  key: string
  state: string
  reason: string | null
}

let site!: Site
let running!: Running
let admin!: Client
let log = ''

const password = 'first-owner-password'
const keyOf = ({ id, kind, key }: Row) => key ?? (kind === 'driver' ? `driver-${id}` : id)
const errors = () =>
  log
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line)
    .filter(({ level }) => level === 'error' || level === 'warn')
const componentOf = (row: Row) => admin.get<Component>(`/system-components/${keyOf(row)}`)
const nameOf = ({ id, kind = 'plugin', manifest }: Row) =>
  `${kind} "${(manifest as { id?: string } | undefined)?.id ?? id}"`

async function assertServes(): Promise<void> {
  const sky = await fetch(`${running.url}/api/v1/weather`)
  assert.equal([sky.status, ((await sky.json()) as { data: unknown }).data], [200, { sky: 'clear' }])
  assert.is((await admin.ask('GET', '/device')).status, 200)
  assert.is((await fetch(`${running.url}/swagger/openapi.json`)).status, 200)
  assert.is((await admin.get<Component>('/system-components/driver-first')).state, 'ready')
}

test.before(async () => {
  site = await makeSite(rows)
  process.env['LINECARD_ADMIN_PASSWORD'] = password
  const logTo = {
    write(line: string) {
      log += line
    },
  }
  running = await boot({ configFile: site.configFile, env: {}, logTo })
  admin = await signIn(clientOf(running.url!), 'admin', password)
})
test.after(async () => {
  await running?.stop()
  await site?.remove()
})

for (const row of rows) {
  const { id, state = 'failed', reason } = row
  test(`at the start: ${id} alone is ${state}, and the message says what to mend`, async () => {
    const component = await componentOf(row)
    assert.equal([component.state, component.reason], [state, reason])
    const lines = errors().filter(({ msg }) => msg.startsWith(`${nameOf(row)} `))
    assert.equal(
      lines.map(({ msg }) => msg),
      [`${nameOf(row)} ${state}: ${reason}`],
    )
  })
}

test('the others serve, and /health/ready is 200 with a note of what does not run', async () => {
  await assertServes()
  const ready = await fetch(`${running.url}/health/ready`)
  assert.is(ready.status, 200)
  const { data } = (await ready.json()) as { data: { degraded: boolean; components: Component[] } }
  assert.is(data.degraded, true)
  assert.equal(data.components.map(({ key }) => key).toSorted(), rows.map(keyOf).toSorted())
})

for (const row of rows.filter(({ slow }) => !slow)) {
  const { id, state = 'failed', reason } = row
  test(`while running: ${id} is switched off and on, and is ${state} again; the others serve`, async () => {
    const path = `/system-components/${keyOf(row)}`
    await admin.put(path, { enabled: false })
    const on = await admin.put<Component>(path, { enabled: true })
    assert.equal([on.state, on.reason], [state, reason])
    await assertServes()
  })
}

test('a strict start is refused, and lists all failures at once', async () => {
  const few = rows.filter(({ id }) => ['bad-tag', 'dependant', 'bad-body', 'second'].includes(id))
  const strictSite = await makeSite(few)
  try {
    const env = { LINECARD_LOG_LEVEL: 'silent' }
    const { code, stderr } = await linecard(['start', '--strict', '--config', strictSite.configFile], { env })
    assert.is(code, 1, stderr)
    for (const row of few)
      assert.ok(stderr.includes(`  ${nameOf(row)} ${row.state ?? 'failed'}: ${row.reason}\n`), stderr)
    assert.match(stderr, /4 of \d+ components do not run, so a strict start is refused/)
    const error = await failureOf(boot({ configFile: strictSite.configFile, env, strict: true }))
    assert.instance(error, StartError)
  } finally {
    await strictSite.remove()
  }
})

test('a strict start of good packages runs', async () => {
  const goodSite = await makeSite([])
  try {
    const run = await boot({
      configFile: goodSite.configFile,
      env: { LINECARD_LOG_LEVEL: 'silent' },
      strict: true,
    })
    assert.equal(
      run.components().filter(({ state }) => state !== 'ready'),
      [],
    )
    await run.stop()
  } finally {
    await goodSite.remove()
  }
})
