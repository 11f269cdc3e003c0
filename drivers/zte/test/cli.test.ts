import { maskCommands } from '@linecard/driver-kit/cli'
import { assert, suite } from '@linecard/test-kit'
import { oltCli } from '../src/cli.ts'

/** Invented lines in the form of the console. */
const test = suite('zte: command line of the OLTs')

const modeOf = (line: string) =>
  Object.entries(oltCli.modes)
    .filter(([, { prompt }]) => new RegExp(`^(?:${prompt.source})$`).test(line))
    .map(([mode]) => mode)
const refuses = (line: string) => oltCli.errors.some(pattern => pattern.test(line))

test('the prompt tells the mode, in the writings of all series', () => {
  for (const [line, mode] of [
    ['ZXAN>', 'user'],
    ['OLT-ZTE_C320#', 'privileged'],
    ['ZXAN(config)#', 'config'],
    ['ZXAN(config-if)#', 'config'],
    ['ZXAN(config-if-gpon_olt-1/3/1)#', 'config'],
    ['ZXAN(gpon-onu-mng)#', 'config'],
    ['ZXAN(gpon-onu-mng 1/2/1:5)#', 'config'],
    ['ZXAN(gpon-onu-mng-gpon_onu-1/2/1:1)#', 'config'],
    ['ZXAN(config-pon-onu)#', 'config'],
  ] as const)
    assert.equal(modeOf(line), [mode], line)
})

test('a refusal is recognised, and a note is none', () => {
  for (const line of [
    "%Error 20202: Invalid input detected at '^' marker.Invalid parameter",
    '%Error 20203: Incomplete command',
    '%Code 62397-GPONSRV: The entry is not existed.',
    '%Code 63990-GPONRM : ONU is not online.',
    '[Failed]',
    'Failed to delete the ONU',
  ])
    assert.ok(refuses(line), line)
  for (const line of [
    '%Info 20272: Enter configuration commands, one per line. End with CTRL/Z.',
    '%Code 62310-GPONSRV : No related information to show.',
    '[Successful]',
    '  Config state:        fail',
    '   1   2026-03-01 08:00:05    2026-03-02 10:00:00     LOSi',
  ])
    assert.not.ok(refuses(line), line)
})

test('passwords of ONUs and operators are masked', () => {
  for (const line of [
    '  Password:            ~q7~secret',
    '  registration-method pw ~q7~secret',
    'Auth information:               pw(~q7~secret)',
    '  onu 7 type F601 pw ~q7~secret vport-mode manual',
    '  wan-ip 1 mode pppoe username flat7 password ~q7~secret vlan-profile office host 1',
    '  ssid auth wpa wifi_0/1 key ~q7~secret',
    'snmp-server community ~q7~secret view AllView ro',
  ])
    assert.not.ok(maskCommands(oltCli.secrets!, line).includes('~q7~secret'), line)
})
