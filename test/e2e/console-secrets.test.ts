import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../support/installation.ts'
import { fourMakers, startSwitches } from '../support/switches.ts'

/** Fault 39: secrets that people type on the console of a device are stored and shown nowhere. */
const test = suite('typed secrets', { level: 'full' })

/** Commands with a secret each. The devices accept some and refuse some. `§` stands for the secret. */
const typed: Readonly<Record<string, readonly string[]>> = {
  'sw-cisco': [
    'snmp-server community § ro',
    'username bob privilege 15 secret 0 §',
    'enable secret §',
    'radius-server host 192.0.2.1 auth-port 1812 key §',
    'tacacs-server key 7 §',
    'crypto isakmp key § address 192.0.2.1',
    'copy ftp://noc:§@192.0.2.9/image.bin flash:',
  ],
  'sw-dlink': [
    'create snmp community § view CommunityView read_only',
    'config account bob encrypt plain_text §',
    'create account admin bob <confirm="§"> <confirm="§">',
  ],
  'sw-huawei': [
    'snmp-agent community read cipher §',
    'local-user bob password irreversible-cipher §',
    'radius-server shared-key cipher §',
  ],
  'sw-eltex': ['username bob password § privilege 15', 'snmp-server host 192.0.2.3 version 2c §'],
}
const secretOf = (n: number) => `zq${n}-Rw8x${n}Kp`
const commands = Object.entries(typed)
  .flatMap(([name, forms]) => forms.map(form => ({ name, form })))
  .map(({ name, form }, n) => ({ name, secret: secretOf(n), command: form.replaceAll('§', secretOf(n)) }))

let house!: Installation
let ids: ReadonlyMap<string, number> = new Map()
const answers: string[] = []
test.before(async () => {
  ;({ house, ids } = await startSwitches(fourMakers))
})
test.after(() => house?.stop())

const ask = async (module: string, name: string, body: object) => {
  const path = `/switcher-core/device/${module}/${ids.get(name)}`
  const { text } = await house.admin.ask('POST', path, { body })
  answers.push(text)
}

/** Every page of a log, as text. */
const logOf = async (path: string): Promise<string> =>
  (await house.admin.ask('POST', path, { body: { limit: 1000 } })).text

test('15 typed secrets stand in no answer, transcript, call log, action log or log of the service', async () => {
  assert.is(commands.length, 15)
  for (const { name, command } of commands) await ask('console_command', name, { command })
  for (const name of ids.keys()) {
    const lines = commands.filter(one => one.name === name).map(({ command }) => command)
    await ask('multi_console_command', name, { commands: lines, break_on_error: 'no' })
    await ask('multi_console_command', name, { commands: lines.join('\n'), break_on_error: 'no' })
    const items = lines.map(line => {
      const [text = '', ...constructs] = line.split(/ (?=<)/)
      return { constructs: constructs.join(' '), text }
    })
    await ask('multi_console_command', name, { commands: items, break_on_error: 'no' })
    // Malformed: refused before anything is typed.
    await ask('console_command', name, { command: `${lines[0]} <confirm="y"` })
    await ask('multi_console_command', name, { commands: [`reload <confirm=${secretOf(0)}`] })
  }
  const calls = await logOf('/system-switcher-core/filter')
  const ofConsole = (JSON.parse(calls) as { data: { id: number; module: string }[] }).data.filter(
    ({ module }) => module.endsWith('console_command'),
  )
  assert.is(ofConsole.length, 15 + 5 * ids.size)
  const details: string[] = []
  for (const { id } of ofConsole)
    details.push((await house.admin.ask('GET', `/system-switcher-core/calls/${id}`)).text)
  const places = {
    answers: answers.join('\n'),
    calls,
    'calls with their transcripts': details.join('\n'),
    actions: await logOf('/logs/actions'),
    'log of the service': house.log(),
  }
  const found = Object.entries(places).flatMap(([place, text]) =>
    commands.filter(({ secret }) => text.includes(secret)).map(({ command }) => `${place}: ${command}`),
  )
  assert.equal(found, [])
  // The rest of each line is there: who typed what must be seen.
  for (const rest of ['snmp-server community *** ro', 'crypto isakmp key *** address 192.0.2.1'])
    for (const place of ['answers', 'calls', 'calls with their transcripts', 'actions'] as const)
      assert.ok(places[place].includes(rest), `${place}: ${rest}`)
  assert.ok(places['calls with their transcripts'].includes('"sent":"snmp-server community *** ro"'))
})
