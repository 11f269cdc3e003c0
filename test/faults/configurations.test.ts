import { familiesOf } from '@linecard/driver-kit'
import { backupEnded, isSignificant, joinBackup, type CliProfile } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../support/drivers.ts'
import { secretForms } from '../support/secrets/forms.ts'
import { harmlessLines } from '../support/secrets/harmless.ts'

/** How the consoles of all drivers print their configuration. All texts are invented. */
const test = suite('configurations of all drivers')

/** Families with a console and without a backup, as `driver/family`, and the reason. */
const without: Readonly<Record<string, string>> = {}

/** Families without a console profile, and why. */
const silent: Readonly<Record<string, readonly string[]>> = {
  'it has no command line': ['equicom/ping3', 'mikrotik/sw-os'],
  'it stands for products of several kinds, whose consoles differ': [
    'alcatel/standard',
    'allied-telesis/standard',
    'bdcom/standard',
    'cdata/standard',
    'cisco/device',
    'dcn/standard',
    'dlink/device',
    'eltex/standard',
    'extreme/standard',
    'generic/standard',
    'hpe/standard',
    'huawei/standard',
    'snr/standard',
    'tplink/standard',
    'ubiquiti/standard',
    'zte/standard',
    'zyxel/device',
  ],
  'its console is a shell of Linux, and its configuration is a file': [
    'dell/sonic',
    'edgecore/sonic',
    'generic/sonic',
  ],
  'it has a command line, and no public source says how it prints its whole configuration': [
    'calix/exa',
    'calix/occam',
  ],
  'it has a command line whose prompts and pager no recording proves: not built': [
    'cdata/epon-v3',
    'fiberhome/switch',
    'raisecom/roap-gpon',
  ],
}

const profiles = new Map<string, CliProfile>()
const others: string[] = []
test.before(async () => {
  for (const driver of await allDrivers())
    for (const { id, cli } of familiesOf(driver)) {
      if (cli) profiles.set(`${driver.id}/${id}`, cli)
      else others.push(`${driver.id}/${id}`)
    }
  assert.ok(profiles.size >= 60, `${profiles.size} consoles`)
})

test('every family with a console says how it prints its configuration, or there is a reason', () => {
  const missing = [...profiles].filter(([, { backup }]) => !backup).map(([name]) => name)
  assert.equal(missing, Object.keys(without))
})

test('every family without a console is on a list with its reason', () => {
  assert.equal(others.toSorted(), Object.values(silent).flat().toSorted())
})

test('a backup is typed in a mode that the console has, and no command of it changes anything', () => {
  for (const [name, { backup, modes }] of profiles)
    for (const one of backup?.commands ?? []) {
      const { command, mode, or = [] } = typeof one === 'string' ? { command: one } : one
      if (mode !== undefined) assert.ok(modes[mode], `${name} has no mode ${mode}`)
      for (const typed of [command, ...or])
        assert.match(
          typed,
          /^(?:show |info configure |display |more system:|admin display-config$|\/export\b)/,
          name,
        )
    }
})

/** The last lines of whole configurations. */
const ends: Readonly<Record<string, string>> = {
  'alcatel/timos': '# Finished MON NOV 23 10:15:01 2026 UTC',
  'allied-telesis/alliedware-plus': 'end',
  'arista/eos': 'end',
  'cisco/ios': 'end',
  'cisco/ios-xr': 'end',
  'hpe/comware': 'return',
  'huawei/vrp': 'return',
  'huawei/smart-ax': 'return',
}

test('a configuration that is cut off is told by its last line', () => {
  assert.equal(
    [...profiles]
      .filter(([, { backup }]) => backup?.end)
      .map(([name]) => name)
      .toSorted(),
    Object.keys(ends).toSorted(),
  )
  for (const [name, last] of Object.entries(ends)) {
    const { backup } = profiles.get(name)!
    assert.is(backupEnded(backup!, `hostname sw1\n${last}\n\n`), true, name)
    for (const cut of ['hostname sw1', ` description ${last}`, 'ret', 'en', '# Finis'])
      assert.is(backupEnded(backup!, `${last}\n${cut}\n`), false, `${name}: ${cut}`)
  }
})

/** Lines that change by themselves. */
const changing: Readonly<Record<string, readonly string[]>> = {
  'alcatel/timos': ['# Generated MON NOV 23 10:15:01 2026 UTC', '# Finished MON NOV 23 10:15:02 2026 UTC'],
  'arista/eos': ['! Command: show running-config', '! Last configuration change at Mon Nov 23 by noc'],
  'cisco/ios': [
    '! Last configuration change at 10:15:01 UTC Mon Nov 23 2026 by noc',
    '! NVRAM config last updated at 10:15:01 UTC Mon Nov 23 2026 by noc',
    '! No configuration change since last restart',
    'ntp clock-period 17179922',
  ],
  'cisco/ios-xr': ['!! Last configuration change at Mon Nov 23 10:15:01 2026 by noc'],
  'cisco/nx-os': ['!Time: Mon Nov 23 10:15:01 2026', '!Running configuration last done at: Mon Nov 23 2026'],
  'cisco/standard': [': Written by noc at 10:15:01.123 UTC Mon Nov 23 2026', ': Saved'],
  'dell/networking-os': ['! Last configuration change at Mon Nov 23 10:15:01 2026 by noc'],
  'dlink/managed': ["# Switch 'sw1' configuration saved at Mon, 23 Nov 26 10:15:01 +0200"],
  'dlink/smart': ['! Last configuration change at 10:15:01 UTC'],
  'extreme/xos': ['# Module devmgr configuration generated at 10:15'],
  'extreme/voss': ['# Mon Nov 23 10:15:01 2026 UTC'],
  'huawei/vrp': [
    '!Last configuration was updated at 2026-11-23 10:15:01 UTC by noc',
    '!Last configuration was saved at 2026-11-23 10:15:01 UTC',
  ],
  'juniper/junos': [
    '## Last commit: 2026-11-23 10:15:01 UTC by noc',
    '## Last changed: 2026-11-23 10:15:01 UTC',
  ],
  'mikrotik/router-os': [
    '# nov/23/2026 10:15:01 by RouterOS 6.49.10',
    '# 2026-11-23 10:15:01 by RouterOS 7.16',
    '# inactive time',
    '# ether5 not ready',
    '# poe-out status: short_circuit',
  ],
  'ubiquiti/edge-switch': [
    '!System Up Time          "12 days 3 hrs 4 mins 5 secs"',
    '!Current SNTP Synchronized Time: SNTP Client Mode Is Disabled',
  ],
  'zte/c600': [
    '!configuration saved at 10:15:01 Mon Nov 23 2026 by write zdb',
    '!last configuration change at 10:15:01 Mon Nov 23 2026 by noc',
  ],
}

test('clocks, times of changes and states of the moment do not count as a change', () => {
  for (const [name, lines] of Object.entries(changing)) {
    const counts = isSignificant(profiles.get(name)!)
    assert.equal(
      lines.filter(line => counts(line)),
      [],
      name,
    )
  }
})

/** What consoles print about their output. */
const about: Readonly<Record<string, readonly string[]>> = {
  'cisco/ios': ['Building configuration...', 'Current configuration : 19796 bytes'],
  'cisco/ios-xr': ['Mon Nov 23 10:15:01.123 UTC', 'Building configuration...'],
  'dell/networking-os': ['Current Configuration ...'],
  'dlink/managed': ['Command: show config current_config'],
  'edgecore/switch': ['Building running configuration. Please wait...'],
  'extreme/voss': ['Preparing to Display Configuration...'],
  'hpe/procurve': ['Running configuration:'],
  'hpe/aruba-cx': ['Current configuration:'],
  'ubiquoss/chassis': ['Mon Nov 23 2026 10:15:01 UTC', '', 'Building configuration...'],
  'raisecom/iscom': ['System current configuration:'],
  'vsol/v1600g': ['Current configuration:'],
  'zte/c300-fw21': ['Building configuration...', 'Current configuration : 120 bytes'],
}

test('what a console prints about its output is no line of a backup', () => {
  for (const [name, lines] of Object.entries(about)) {
    const { backup } = profiles.get(name)!
    assert.is(joinBackup(backup!, [`${lines.join('\n')}\n\nhostname sw1\n`]), 'hostname sw1\n', name)
  }
})

test('commands of a configuration are neither left out nor ignored by any console', () => {
  const commands = [...harmlessLines, ...Object.values(secretForms).flat()].filter(
    line => !/^(?:%|The |Wrong )|^\s*$/.test(line) && !line.includes('<'),
  )
  const more = [
    'banner motd ^C',
    ' description Last configuration change at noon',
    ' description Current configuration : 3 bytes',
    'clock timezone CET 1 0',
    'ntp server 192.0.2.1',
    'end',
    'return',
    '!',
    '# software id = AB12-CD34',
    '/system clock',
  ]
  for (const [name, profile] of profiles) {
    const counts = isSignificant(profile)
    for (const line of [...commands, ...more]) {
      assert.ok(counts(line), `${name} ignores "${line}"`)
      assert.is(joinBackup(profile.backup!, [line]), `${line}\n`, `${name} leaves out "${line}"`)
    }
  }
})
