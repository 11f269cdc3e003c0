import { assert, suite } from '@linecard/test-kit'
import { linecard, type Outcome } from '../support/command.ts'
import { sceneOf, startInstallation, type Installation } from '../support/installation.ts'

/** The schedule from the command line, with a running service and without one. */
const test = suite('schedule commands', { level: 'full' })

let house!: Installation
const key = 'identity.purge_sessions'
const run = (...args: string[]): Promise<Outcome> =>
  linecard(args, { env: { LINECARD_CONFIG: house.configFile } })
const json = async <T>(...args: string[]): Promise<T> => {
  const outcome = await run(...args, '-o', 'json')
  assert.is(outcome.code, 0, outcome.stderr)
  return JSON.parse(outcome.stdout) as T
}

test.before(async () => {
  house = await startInstallation({ commands: true, scene: sceneOf([]) })
})
test.after(() => house?.stop())

test('jobs are listed, and a job that never ran is marked', async () => {
  const { code, stdout, stderr } = await run('schedule:list')
  assert.is(code, 0, stderr)
  assert.match(stdout, /^Key +Cron \(UTC\) +State +Last Run +Result +Progress +Next Run +What$/m)
  assert.match(
    stdout,
    /^identity\.purge_sessions +17 3 \* \* \* +on +never +- +- +\d{4}-\d\d-\d\dT03:17:00\.000Z +Deletes/m,
  )
})

test('the running service runs a requested job, and the command shows its lines and its result', async () => {
  const { code, stdout, stderr } = await run('schedule:run', key)
  assert.is(code, 0, stderr)
  assert.match(stderr, /Z info .*removed=/)
  const [report] = await json<
    { id: string; status: string; requested_by: string; pid: number; lines: unknown[] }[]
  >('schedule:reports', key)
  assert.equal([report?.status, report?.requested_by, report?.lines], ['ok', 'sys', []])
  assert.match(stdout, report!.id)
  const one = await run('schedule:reports', '--id', report!.id)
  assert.match(one.stderr, /Z info .*removed=/)
})

test('a change by a command is valid for the running service', async () => {
  const [changed] = await json<{ cron: string; enabled: boolean }[]>(
    'schedule:edit',
    key,
    '--cron',
    '5 4 * * mon',
    '--disable',
  )
  assert.equal([changed?.cron, changed?.enabled], ['5 4 * * mon', false])
  const seen = (
    await house.admin.get<{ key: string; cron: string; enabled: boolean; updated_by: string }[]>(
      '/system-schedule/tasks',
    )
  ).find(task => task.key === key)
  assert.equal([seen?.cron, seen?.enabled, seen?.updated_by], ['5 4 * * mon', false, 'sys'])
  assert.equal(
    await json<{ cron: string; enabled: boolean }[]>(
      'schedule:edit',
      key,
      '--cron',
      'default',
      '--enable',
    ).then(([task]) => [task?.cron, task?.enabled]),
    ['17 3 * * *', true],
  )
})

test('an error is one line that says what to do', async () => {
  for (const [args, message] of [
    [['schedule:run', 'identity.nothing'], /no job "identity.nothing"/],
    [['schedule:edit', key, '--cron', '61 * * * *'], /"61 \* \* \* \*" is not a cron expression.*0-59/],
    [['schedule:edit', key], /name the change: --cron/],
    [['schedule:edit', key, '--enable', '--disable'], /not both/],
    [['schedule:reports', '--id', 'x'], /--id must be/],
  ] as [string[], RegExp][]) {
    const { code, stdout, stderr } = await run(...args)
    assert.equal([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, message)
    assert.is(stderr.trim().split('\n').length, 1, stderr)
  }
})
