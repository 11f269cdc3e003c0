import { assert, suite } from '@linecard/test-kit'
import type { Context } from '@linecard/plugin-kit'
import type { Config } from '../src/config.ts'
import { probeOf } from '../src/devices/connection/target.ts'
import type { Access } from '../src/entities/index.ts'

const test = suite('how the RouterOS API is reached')
const config = {
  snmp_version: '2c',
  snmp_port: 161,
  snmp_timeout_sec: 4,
  snmp_repeats: 3,
  console_connection_type: 'telnet',
  console_port: 23,
  console_timeout_sec: 300,
  console_wait_byte_sec: 10,
  console_legacy_ssh: false,
  mikrotik_api_port: 8728,
  mikrotik_api_tls: false,
  mikrotik_api_legacy_tls: false,
}
const ctx = { config, vault: { open: (text: string) => text } } as unknown as Context<Config>
const routerOs = (connection: object, secrets: object = { login: 'noc', password: 'pw' }) =>
  probeOf(ctx, '192.0.2.1', {
    params: { sw_core_connection: connection },
    secrets: JSON.stringify(secrets),
  } as unknown as Access).routerOs

test('the plain port, with the login and the patience of the console', () =>
  assert.equal(routerOs({}), {
    port: 8728,
    tls: false,
    login: 'noc',
    password: 'pw',
    commandMs: 300_000,
    idleMs: 10_000,
    allowLegacy: false,
  }))
test('TLS by its port, by its setting, and on a port of its own', () => {
  const reached = (connection: object) => {
    const { port, tls } = routerOs(connection)!
    return [port, tls]
  }
  assert.equal(reached({ mikrotik_api_port: 8729 }), [8729, true])
  assert.equal(reached({ mikrotik_api_tls: true }), [8729, true])
  assert.equal(reached({ mikrotik_api_tls: true, mikrotik_api_port: 18_729 }), [18_729, true])
  assert.equal(reached({ mikrotik_api_port: 55_055 }), [55_055, false])
  assert.ok(routerOs({ mikrotik_api_legacy_tls: true })!.allowLegacy)
})
test('nobody signs in without a login', () =>
  assert.is(routerOs({}, { public_community: 'public' }), undefined))
