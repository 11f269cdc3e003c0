import { defineDriver, defineFamily, type Driver } from '@linecard/driver-kit'
import { consoleCommand } from '@linecard/driver-kit/modules'
import type { CliProfile } from '@linecard/driver-kit/cli'
import type { Target } from '@linecard/plugin-kit'
import { memoryStore } from '../../src/answers/memory.ts'
import type { CallRecord } from '../../src/calls/log.ts'
import { settingsWith } from '../../src/config.ts'
import { createEquipment, type EquipmentService } from '../../src/service.ts'
import { silentLog } from '../acme.ts'
import { fakeConsole, type FakeConsole, type Screenplay, type State } from '../fake-console.ts'

/** Consoles that print configurations, and a service that reads them. All texts are invented. */
const host = '127.31.9.1'
const cli: CliProfile = {
  modes: {
    user: { prompt: /[\w.-]+>/, enter: null },
    main: {
      prompt: /[\w.-]+#/,
      enter: { from: 'user', command: 'enable', secret: 'enable' },
      leave: 'disable',
    },
  },
  main: 'main',
  comment: '!',
  pager: [{ prompt: /--More--/, answer: ' ' }],
  errors: [/^% /],
  secrets: [/^snmp community (?<secret>\S+)/],
  ignore: [/^! clock /],
  backup: { commands: [{ command: 'show run', or: ['show config'] }], end: /^end$/, drop: [/^Building/] },
}
const driver: Driver = defineDriver({
  id: 'acme',
  vendor: 'Acme Networks',
  api: 1,
  models: [
    {
      key: 'acme_sw',
      name: 'Acme Switch',
      type: 'SWITCH',
      family: defineFamily({ id: 'sw', cli, modules: [] }),
      detect: { objectId: '1.3.6.1.4.1.99999.9.1' },
    },
    {
      key: 'acme_endless',
      name: 'Acme without an end line',
      type: 'SWITCH',
      family: defineFamily({
        id: 'endless',
        cli: { ...cli, backup: { commands: ['show run', { command: 'show extra', lenient: true }] } },
        modules: [],
      }),
      detect: { objectId: '1.3.6.1.4.1.99999.9.2' },
    },
    {
      key: 'acme_mute',
      name: 'Acme Mute',
      type: 'SWITCH',
      family: defineFamily({ id: 'mute', modules: [] }),
      detect: { objectId: '1.3.6.1.4.1.99999.9.3' },
    },
  ],
})

export const small =
  'hostname sw1\r\nsnmp community w0rd-of-acme\r\ninterface 1\r\n description core\r\nend\r\n'
export const smallText = small.replaceAll('\r', '')

/** What is told about a reading. */
export interface World {
  fake: FakeConsole
  equipment: EquipmentService
  /** The call log. */
  calls: CallRecord[]
  target(more?: Partial<Target>): Target
  read(more?: Partial<Target>, signal?: AbortSignal): ReturnType<EquipmentService['configurations']['read']>
}

export interface Play extends Partial<Screenplay> {
  settings?: Parameters<typeof settingsWith>[0]
  /** What `show run` prints. */
  shows?: string | ((state: State) => string | undefined)
}

export async function on({ settings, shows = small, ...play }: Play, work: (world: World) => Promise<void>) {
  const fake = await fakeConsole(
    {
      user: { question: 'login: ', login: 'noc', password: 'pass-word' },
      prompt: ({ mode, asking }) => (asking ? 'Password: ' : mode === 'enabled' ? 'sw1#' : 'sw1>'),
      line(text, state) {
        if (state['asking']) {
          state['asking'] = false
          if (text === 'en-word') state.mode = 'enabled'
          return text === 'en-word' ? '' : '% Bad secret\r\n'
        }
        if (text === 'enable') state['asking'] = true
        else if (text === 'show version') return 'Version 1\r\n'
        else if (text === 'show run' && state.mode === 'enabled')
          return typeof shows === 'string' ? shows : shows(state)
        else return '% Unknown command\r\n'
        return ''
      },
      ...play,
    },
    host,
  )
  const calls: CallRecord[] = []
  const equipment = createEquipment({
    drivers: [driver],
    log: silentLog,
    store: memoryStore(),
    calls: { add: one => void calls.push(one), flush: async () => {} },
    settings: settingsWith({ allow_loopback: true, networks: [], ...settings }),
  })
  const target = (more: Partial<Target> = {}): Target => ({
    deviceId: 1,
    ip: host,
    modelKey: 'acme_sw',
    snmp: { version: '2c', port: 9, timeoutMs: 100, retries: 0, community: 'c', writeCommunity: 'c' },
    console: {
      protocol: 'telnet',
      port: fake.port,
      login: 'noc',
      password: 'pass-word',
      enable: 'en-word',
      commandMs: 5_000,
      idleMs: 2_000,
      allowLegacy: false,
    },
    ...more,
  })
  const read: World['read'] = (more, signal) =>
    equipment.configurations.read(target(more), signal ? { signal } : {})
  try {
    await work({ fake, equipment, calls, target, read })
  } finally {
    await equipment.close()
    await fake.close()
  }
}

/** Another call, which shows that the console is usable. */
export const version = async ({ equipment, target }: World) =>
  (await equipment.call(target(), consoleCommand, { command: 'show version' })).data.output
