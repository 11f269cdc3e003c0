import { assert, suite } from '@linecard/test-kit'
import { linecard } from '../support/command.ts'
import { startInstallation, type Installation } from '../support/installation.ts'

/** The actions of people, programs and the command line are in one log. */
const test = suite('action log', { level: 'full' })

let house!: Installation
test.before(async () => {
  house = await startInstallation({ commands: true })
})
test.after(() => house?.stop())

interface Entry {
  action: string
  status: string
  user: { id: number | null; login: string } | null
  message: string
  meta: Record<string, unknown>
  created_at: string
}
const run = (...args: string[]) => linecard(args, { env: { LINECARD_CONFIG: house.configFile } })
async function list(...args: string[]): Promise<Entry[]> {
  const { code, stdout, stderr } = await run('logs:list', '-o', 'json', ...args)
  assert.is(code, 0, stderr)
  return JSON.parse(stdout) as Entry[]
}

test('the command line lists the actions of the API, as a table and as JSON', async () => {
  await house.admin.post('/device-group', { name: 'North' })
  await house.admin.fails('POST', '/device-group', { body: { name: 'North' } })
  const [second, first] = await list('--action', 'device-group:added')
  assert.equal(
    [first!.status, first!.user?.login, first!.meta['body']],
    ['SUCCESS', 'admin', { name: 'North' }],
  )
  assert.equal([second!.status, second!.message.length > 0], ['FAILED', true])
  assert.equal(
    (
      await list(
        '--user',
        'admin',
        '--action',
        'device-group:added',
        '--status',
        'failed',
        '--since',
        first!.created_at,
        '-n',
        '1',
      )
    ).map(({ status }) => status),
    ['FAILED'],
  )
  const table = await run('logs:list', '--query', 'device-group')
  assert.match(table.stdout, /^Time +User +Action +Device +Status +Address +Message$/m)
  const refused = await run('logs:list', '--since', 'soon')
  assert.equal([refused.code, refused.stderr.includes('"soon"')], [1, true])
})

test('changes by commands are recorded too, by the API or by the command itself', async () => {
  assert.is((await run('system:configuration', 'set', 'identity.session_ttl_sec', '86400')).code, 0)
  const key = await run('user:generate-key', 'admin', '10m', '-o', 'json')
  assert.is(key.code, 0, key.stderr)
  assert.is((await run('user:generate-key', 'nobody', '10m')).code, 1)
  const [failed, made] = await list('--action', 'user:key_added')
  assert.equal(
    [made!.status, made!.user?.login, made!.meta],
    ['SUCCESS', 'sys', { command: 'user:generate-key', args: ['admin', '10m'], options: {} }],
  )
  assert.equal([failed!.status, failed!.message.includes('nobody')], ['FAILED', true])
  const all = await house.admin.post<Entry[]>('/logs/actions', {})
  assert.ok(
    all.some(({ action, user }) => action === 'system:configuration_updated' && user?.login === 'sys'),
  )
  assert.not.ok(JSON.stringify(all).includes((JSON.parse(key.stdout) as { key: string }[])[0]!.key))
})

test('logs are cleared by age, and the log contains the clearing', async () => {
  assert.match((await run('logs:clear', 'switcher-core', '0')).stderr, /removed \d+ entries/)
  const before = (await house.admin.post<Entry[]>('/logs/actions', {})).length
  assert.match((await run('logs:clear', 'actions', '0')).stderr, new RegExp(`removed ${before} entries`))
  assert.equal(
    (await list()).map(({ action, meta }) => [action, meta['args']]),
    [['system-logs:cleared', ['actions', '0']]],
  )
  const unknown = await run('logs:clear', 'everything')
  assert.equal([unknown.code, unknown.stderr.includes('actions, switcher-core')], [1, true])
})
