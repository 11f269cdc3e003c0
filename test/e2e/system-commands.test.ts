import type { Component, Setting } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { linecard } from '../support/command.ts'
import { startInstallation, type Installation } from '../support/installation.ts'

/** Settings and components from the command line. The running service follows. */
const test = suite('system commands', { level: 'full' })
let house!: Installation
test.before(async () => {
  house = await startInstallation({
    commands: true,
    settings: { inventory: { snmp_repeats: 2 } },
    env: { LINECARD_IDENTITY_SESSION_TTL_SEC: '900' },
  })
})
test.after(() => house?.stop())

const run = (...args: string[]) => linecard(args, { env: { LINECARD_CONFIG: house.configFile } })
async function good(...args: string[]): Promise<string> {
  const outcome = await run(...args)
  assert.is(outcome.code, 0, `${args.join(' ')}: ${outcome.stderr}`)
  return outcome.stdout
}
const front = () =>
  house.admin.get<{ app_name: string; logs_return_results_limit: number }>('/system/settings')

test('settings are listed with their source, and one setting can be shown', async () => {
  const table = await good('system:configuration')
  assert.match(table, /^inventory\.snmp_repeats +2 +file +3 +live/m)
  assert.match(table, /^identity\.session_ttl_sec +900 +LINECARD_IDENTITY_SESSION_TTL_SEC +864000 +fixed/m)
  assert.match(table, /^system\.app_name +Linecard +default/m)
  assert.is((await good('system:configuration', 'get', 'inventory.snmp_repeats')).trim(), '2')
  assert.is(
    (JSON.parse(await good('system:configuration', 'get', 'system.app_name', '-o', 'json')) as Setting).title,
    'Name of the installation',
  )
})

test('a changed setting is valid for the running service at once, and can be reset', async () => {
  await good('system:configuration', 'set', 'system.app_name', 'Network of Ostriv')
  await until('the service follows', async () => (await front()).app_name === 'Network of Ostriv')
  await good('system:configuration', 'set', 'system.logs_return_results_limit', '50')
  await until('the number too', async () => (await front()).logs_return_results_limit === 50)
  await good('system:configuration', 'reset', 'system.app_name')
  await until('the default is back', async () => (await front()).app_name === 'Linecard')
})

test('an error is one line that names the setting, and nothing changes', async () => {
  for (const [args, words] of [
    [['set', 'system.logs_return_results_limit', 'many'], 'system.logs_return_results_limit'],
    [['set', 'system.nothing', '1'], 'no setting "system.nothing"'],
    [['set', 'identity.session_ttl_sec', '5000'], 'LINECARD_IDENTITY_SESSION_TTL_SEC'],
    [['turn'], 'is not one of list, get, set, reset'],
    [['set', 'system.app_name'], 'the value is missing'],
  ] as const) {
    const { code, stderr } = await run('system:configuration', ...args)
    assert.is(code, 1, args.join(' '))
    assert.match(stderr, words)
    assert.not.match(stderr, /\n\s+at /)
  }
})

test('the service is described, and components are switched with regard to their dependencies', async () => {
  assert.match(await good('system:info'), /^version +\d+\.\d+\.\d+$/m)
  assert.match(await good('component:dependencies'), /^inventory +ready +identity, equipment/m)
  assert.match((await run('component:control', 'identity', 'disable')).stderr, 'core')
  assert.match((await run('component:control', 'driver-generic', 'away')).stderr, 'must be enable or disable')
  assert.match(
    await good('component:control', 'driver-generic', 'disable'),
    /^driver-generic +driver +disabled/m,
  )
  const stateOf = async () => (await house.admin.get<Component>('/system-components/driver-generic')).state
  await until('the service follows', async () => (await stateOf()) === 'disabled')
  await good('component:control', 'driver-generic', 'enable')
  await until('and back', async () => (await stateOf()) === 'ready')
})
