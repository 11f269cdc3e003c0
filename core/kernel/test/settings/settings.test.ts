import { Type as T } from 'typebox'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  definePlugin,
  settingsChanged,
  type ApiError,
  type Caller,
  type Context,
  type Setting,
  type SettingChanges,
  type SettingsChanged,
} from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import type { BootOptions, Running } from '../../src/index.ts'
import { makeDatabase, start } from '../support/world.ts'

const test = suite('kernel settings')
let db: Awaited<ReturnType<typeof makeDatabase>>
let dir: string
test.before(async () => {
  db = await makeDatabase()
  dir = mkdtempSync(join(tmpdir(), 'linecard-settings-'))
})
test.after(async () => {
  await db.drop()
  rmSync(dir, { recursive: true, force: true })
})

const Config = T.Object(
  {
    rows: T.Integer({ default: 500, minimum: 1, maximum: 1000, title: 'Rows', description: 'How many' }),
    strict: T.Boolean({ default: true }),
    networks: T.Array(T.String({ format: 'cidr' }), { default: [] }),
    mode: T.Enum(['slow', 'fast'], { default: 'slow' }),
    port: T.Integer({ default: 162, minimum: 1, requiresRestart: true }),
    token: T.String({ default: '', maxLength: 40, writeOnly: true }),
    home: T.String({ default: 'here', fileOnly: true }),
  },
  { additionalProperties: false },
)

interface Probe {
  run: Running
  config(): Record<string, unknown>
  seen: SettingsChanged[]
  setups(): number
}

/** A process with a plugin that shows its settings. */
async function boot(
  more: Omit<BootOptions, 'config' | 'plugins'> & { file?: object; config?: object; dataDir?: string } = {},
): Promise<Probe> {
  const { file = {}, config = Config, dataDir = dir, ...options } = more
  let ctx!: Context<Record<string, unknown>>
  let setups = 0
  const seen: SettingsChanged[] = []
  const probe = definePlugin({
    id: 'probe',
    api: 1,
    config: config as typeof Config,
    setup(given) {
      ctx = given
      setups++
      ctx.events.on(settingsChanged, change => {
        seen.push(change as SettingsChanged)
      })
      return {}
    },
  })
  const run = await start(db.url, [probe], {
    mode: 'command',
    ...options,
    config: { data_dir: dataDir, settings: { probe: file } },
  })
  return { run, config: () => ctx.config, seen, setups: () => setups }
}

/** A test that starts without stored settings. */
const fresh = (name: string, work: () => Promise<void>) =>
  test(name, async () => {
    await db.query(
      `do $$ begin if to_regclass('kernel_setting') is not null then delete from kernel_setting; end if; end $$`,
    )
    await work()
  })

const by: Caller = { userId: 7, login: 'jane', permissions: new Set(), groupIds: null, sessionId: 1 }
const update = (probe: Probe, changes: SettingChanges) => probe.run.use('settings').update(changes, by)
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('this should have been refused')
    },
    (error: unknown) => error as ApiError,
  )
const settingOf = ({ run }: Probe, key: string): Setting =>
  run
    .use('settings')
    .sections()
    .find(one => one.key === 'probe')!
    .settings.find(one => one.key === key)!

fresh('each key says its type, default, hint, bounds and where its value comes from', async () => {
  const probe = await boot({ file: { mode: 'fast' }, env: { LINECARD_PROBE_STRICT: 'no' } })
  try {
    const rows = settingOf(probe, 'rows')
    assert.equal(
      [rows.type, rows.title, rows.hint, rows.default, rows.value, rows.source, rows.minimum, rows.maximum],
      ['integer', 'Rows', 'How many', 500, 500, 'default', 1, 1000],
    )
    assert.equal(
      [settingOf(probe, 'mode').type, settingOf(probe, 'mode').options, settingOf(probe, 'mode').source],
      ['string', ['slow', 'fast'], 'file'],
    )
    const strict = settingOf(probe, 'strict')
    assert.equal(
      [strict.value, strict.source, strict.environment, strict.editable],
      [false, 'environment', 'LINECARD_PROBE_STRICT', false],
    )
    assert.is(settingOf(probe, 'home').editable, false)
  } finally {
    await probe.run.stop()
  }
})

fresh(
  'a change is live on every process at once, in place, and holds over the file after a restart',
  async () => {
    const [one, two] = await Promise.all([boot({ file: { rows: 7 } }), boot({ file: { rows: 7 } })])
    try {
      const held = two.config()
      assert.is(held['rows'], 7)
      assert.equal(await update(one, { probe: { rows: 8, networks: ['10.0.0.0/8'] } }), [
        { setting: 'probe.rows', old: 7, new: 8, restart_needed: false },
        { setting: 'probe.networks', old: [], new: ['10.0.0.0/8'], restart_needed: false },
      ])
      assert.is(one.config()['rows'], 8)
      await until('the other process follows', () => held['rows'] === 8)
      assert.equal(held['networks'], ['10.0.0.0/8'])
      assert.equal(two.seen, [{ component: 'probe', keys: ['rows', 'networks'] }])
      const rows = settingOf(two, 'rows')
      assert.equal(
        [rows.source, rows.updated_by, rows.updated_at instanceof Date],
        ['database', 'jane', true],
      )

      const three = await boot({ file: { rows: 7 } })
      assert.is(three.config()['rows'], 8)
      await three.run.stop()
      await update(two, { probe: { rows: null } })
      await until('the file decides again', () => one.config()['rows'] === 7)
      assert.is(settingOf(one, 'rows').source, 'file')
    } finally {
      await Promise.all([one.run.stop(), two.run.stop()])
    }
  },
)

fresh('with one bad value nothing is changed, and the error names it', async () => {
  const probe = await boot()
  try {
    const error = await refusal(
      update(probe, {
        probe: { rows: 0, strict: false, mode: 'fast', nonsense: 1, networks: ['10.0.0.0/40'] },
        nobody: { x: 1 },
      }),
    )
    assert.is(error.code, 'SETTINGS_INVALID')
    assert.is(error.status, 400)
    assert.equal(
      error.details.map(({ path }) => path),
      ['probe.rows', 'probe.nonsense', 'probe.networks.0', 'nobody'],
    )
    assert.match(error.message, '"probe.rows" must be >= 1')
    assert.equal(
      [
        probe.config()['strict'],
        probe.config()['mode'],
        (await db.query('select * from kernel_setting')).length,
      ],
      [true, 'slow', 0],
    )
    for (const wrong of [
      { rows: 'many' },
      { rows: true },
      { rows: 1.5 },
      { strict: 'perhaps' },
      { networks: [{}] },
      { token: 'x'.repeat(41) },
      { mode: '' },
    ]) {
      assert.is(
        (await refusal(update(probe, { probe: wrong }))).code,
        'SETTINGS_INVALID',
        JSON.stringify(wrong),
      )
    }
  } finally {
    await probe.run.stop()
  }
})

fresh('texts become what the schema asks for; a value that is there already changes nothing', async () => {
  const probe = await boot()
  try {
    await update(probe, { probe: { rows: '12', strict: 'no', networks: '10.0.0.0/8, ::1' } })
    assert.equal(
      [probe.config()['rows'], probe.config()['strict'], probe.config()['networks']],
      [12, false, ['10.0.0.0/8', '::1']],
    )
    assert.equal(await update(probe, { probe: { rows: 12, strict: 0, mode: 'slow' } }), [])
    assert.equal(
      (await update(probe, { probe: { strict: 'yes' } })).map(({ new: now }) => now),
      [true],
    )
    assert.is(settingOf(probe, 'strict').source, 'default')
  } finally {
    await probe.run.stop()
  }
})

fresh(
  'what the environment or the file alone decides is refused with its name, and nothing else of the change is made',
  async () => {
    const probe = await boot({ env: { LINECARD_PROBE_ROWS: '5' } })
    try {
      assert.equal(await update(probe, { probe: { rows: 5 } }), [])
      const error = await refusal(update(probe, { probe: { rows: 6, mode: 'fast' } }))
      assert.is(error.code, 'SETTING_FIXED')
      assert.match(error.message, 'LINECARD_PROBE_ROWS')
      assert.is(probe.config()['mode'], 'slow')
      assert.match(
        (await refusal(update(probe, { probe: { home: 'http://127.0.0.1' } }))).message,
        'the config file',
      )
    } finally {
      await probe.run.stop()
    }
  },
)

fresh('a key that requires a restart is marked until its component is set up again', async () => {
  const probe = await boot()
  try {
    assert.equal(
      (await update(probe, { probe: { port: 1162 } })).map(one => one.restart_needed),
      [true],
    )
    assert.equal(
      [probe.config()['port'], settingOf(probe, 'port').value, settingOf(probe, 'port').restart_needed],
      [162, 1162, true],
    )
    const installation = probe.run.use('installation')
    await installation.setEnabled('probe', false)
    await installation.setEnabled('probe', true)
    assert.equal(
      [probe.setups(), probe.config()['port'], settingOf(probe, 'port').restart_needed],
      [2, 1162, false],
    )
  } finally {
    await probe.run.stop()
  }
})

fresh('a secret is sealed in the database and masked everywhere', async () => {
  const lines: string[] = []
  const probe = await boot({
    logTo: {
      write: (line: string) => {
        lines.push(line)
      },
    },
  })
  try {
    assert.is(settingOf(probe, 'token').value, null)
    assert.equal(await update(probe, { probe: { token: 'hunter2hunter2' } }), [
      { setting: 'probe.token', old: null, new: null, restart_needed: false },
    ])
    assert.is(probe.config()['token'], 'hunter2hunter2')
    assert.is(settingOf(probe, 'token').value, '***')
    assert.equal(await update(probe, { probe: { token: '***' } }), [])
    assert.is(probe.config()['token'], 'hunter2hunter2')
    const seen = JSON.stringify([
      probe.run.use('settings').sections(),
      await db.query('select * from kernel_setting'),
      lines,
      (await refusal(update(probe, { probe: { token: 'hunter2'.repeat(9) } }))).message,
    ])
    assert.not.match(seen, 'hunter2')
  } finally {
    await probe.run.stop()
  }
})

fresh('with another vault key the start is refused, and the own key opens the secret', async () => {
  const first = await boot()
  await update(first, { probe: { token: 'old secret' } })
  await first.run.stop()
  const other = mkdtempSync(join(tmpdir(), 'linecard-settings-'))
  try {
    const { message } = await refusal(boot({ dataDir: other }))
    assert.match(message, /vault key is lost .*\(1 stored secrets\)/)
    assert.not.match(message, 'old secret')
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
  const again = await boot()
  try {
    assert.is(again.config()['token'], 'old secret')
  } finally {
    await again.run.stop()
  }
})

fresh('stored values that a later version of the plugin does not take are named and left aside', async () => {
  const first = await boot()
  await update(first, { probe: { rows: 900, strict: false } })
  await first.run.stop()
  const probe = await boot({
    config: T.Object({ rows: T.Integer({ default: 10, maximum: 100 }) }, { additionalProperties: false }),
  })
  try {
    assert.is(probe.config()['rows'], 10)
    assert.match(settingOf(probe, 'rows').problem ?? '', 'must be <= 100')
    assert.is((await update(probe, { probe: { rows: 10 } })).length, 1)
    assert.is(settingOf(probe, 'rows').problem, null)
  } finally {
    await probe.run.stop()
  }
})

fresh('changes at the same time on two processes are all kept, and all end equal', async () => {
  const [one, two] = await Promise.all([boot(), boot()])
  try {
    await Promise.all([
      update(one, { probe: { rows: 3 } }),
      update(two, { probe: { mode: 'fast' } }),
      update(one, { probe: { strict: false } }),
      update(two, { probe: { networks: ['::/0'] } }),
    ])
    const wanted = [3, 'fast', false, ['::/0']]
    for (const { config } of [one, two])
      await until(
        'it has all of them',
        () =>
          JSON.stringify(['rows', 'mode', 'strict', 'networks'].map(key => config()[key])) ===
          JSON.stringify(wanted),
      )
  } finally {
    await Promise.all([one.run.stop(), two.run.stop()])
  }
})
